import { recordFromEvent } from '../../app/evidence/record-event.ts';
import type { HostEvent } from '../../core/event.ts';
import { commandHostById } from '../../hosts/command-hosts.ts';
import type { Host } from '../../hosts/host.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { sessionFolder } from '../../journal/session-folder.ts';
import { watchPath } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import type { HttpAnswer } from '../../platform/http-server.ts';
import { LineAppender } from '../../platform/line-appender.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { isThere } from '../../platform/small-files.ts';
import { answerPayload, type GivenPayload, isInside } from '../hook/answer-payload.ts';
import { isAnothers, isDisabled } from '../hook/run-hook.ts';
import { hookEnv } from './hook-env.ts';
import { objectIn } from './json-body.ts';
import { patternsOf } from './patterns.ts';
import { type Route, refusal } from './router.ts';

/** A payload with a file of a megabyte in it, and what the host says about it, fits. */
const longestPayload = 8 * 1024 * 1024;

/**
 * Takes a host's HTTP hook and answers in its dialect, as the program that the launcher starts does. Besides, every tool
 * call becomes evidence, before the answer goes out: what was answered is on disk.
 */
export function hookRoute(env: Environment): Route {
  const inTurn = queues();
  const folder = stateFolder(env);
  return {
    method: 'POST',
    path: '/hooks/:host/:event',
    opens: 'hooks',
    bodyLimit: longestPayload,
    async handle(call) {
      const host = commandHostById(call.params.host ?? '');
      if (host === undefined) return refusal(404, 'not-found', 'There is no such host.');
      const payload = objectIn(call.body);
      if (payload === undefined) return refusal(400, 'body', 'The body is no JSON object of ours.');
      const own = hookEnv(env, host, call.headers);
      if (isDisabled(own) || isAnothers(host, own)) return nothing;
      // A client that keeps its state elsewhere is another installation's.
      if (own !== env && stateFolder(own) !== folder) return nothing;
      const eventName = call.params.event ?? '';
      const fault = (error: unknown): void => {
        const message = error instanceof Error ? error.message : String(error);
        const told = { host: host.id, event: eventName, message };
        recordFault(folder, told, clock.now());
      };
      try {
        return await take({ host, eventName, payload, env: own }, folder, fault, inTurn);
      } catch (error) {
        fault(error);
        return nothing;
      }
    },
  };
}

/** What no host minds. */
const nothing: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{}',
};

type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

async function take(
  given: GivenPayload,
  folder: string,
  fault: (error: unknown) => void,
  inTurn: InTurn,
): Promise<HttpAnswer> {
  const { host, eventName, payload, env } = given;
  const decoded = host.decode(payload, eventName);
  if ('event' in decoded) {
    const { event } = decoded;
    if (isInside(event.cwd, folder)) return nothing;
    keepEvidence(host, event, env, folder);
    if (ofOneCall.has(event.type) && !isWatched(folder, event.sessionId)) return nothing;
  }
  const session = 'event' in decoded ? decoded.event.sessionId : '';
  const key = `${host.id}/${session}`;
  const stdout = await inTurn(key, () =>
    answerPayload(given, {
      fault,
      afterwards: (work) => void setImmediate(() => inTurn(key, work)),
    }),
  );
  if (stdout === '') return nothing;
  const type = stdout.startsWith('{') ? 'application/json' : 'text/plain; charset=utf-8';
  return { status: 200, headers: { 'content-type': type }, body: stdout };
}

/** Events that mean nothing unless the session is watched, as the registered commands have it. */
const ofOneCall: ReadonlySet<HostEvent['type']> = new Set([
  'tool.requested',
  'tool.finished',
  'batch.finished',
]);

function isWatched(folder: string, sessionId: string): boolean {
  return isThere(watchPath(folder, sessionId));
}

/** Ledgers that are open at the same time. */
const ledgers = new LineAppender(64);

function keepEvidence(host: Host, event: HostEvent, env: Environment, folder: string): void {
  if (event.type !== 'tool.requested' && event.type !== 'tool.finished') return;
  const session = sessionFolder(folder, host.id, event.sessionId);
  const ledger = openEvidenceFile(session, patternsOf(event.cwd, env), (path, lines) =>
    ledgers.append(path, lines),
  );
  recordFromEvent({ files, clock, ledger, capabilities: host.capabilities }, event);
}

/** Runs what has the same key one after the other, in the order in which it came. */
function queues(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const settled = own.catch(() => {});
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return own;
  };
}
