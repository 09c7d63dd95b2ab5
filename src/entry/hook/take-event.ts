import { recordFromEvent } from '../../app/evidence/record-event.ts';
import type { HostEvent } from '../../core/event.ts';
import type { Host } from '../../hosts/host.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import { sessionFolder } from '../../journal/session-folder.ts';
import { watchBeforePath, watchPath } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import { LineAppender } from '../../platform/line-appender.ts';
import type { Environment } from '../../platform/paths.ts';
import { isThere } from '../../platform/small-files.ts';
import { answerPayload, type GivenPayload, isInside } from './answer-payload.ts';
import { patternsOf } from './patterns.ts';

type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** What is seen of an event before anything is read for it. */
export interface FirstLook {
  /** The session, among all hosts'. */
  key: string;
  /** True where nothing more is to be done, and the answer is an empty one. */
  done: boolean;
  /** True where the call stands in the evidence, if the event is one of a call. */
  kept: boolean;
}

/**
 * Writes a tool call into the evidence, and looks whether more is to be done. What that takes is bounded by the payload's
 * length, unless a person has patterns of their own: with `others` such a call is left to somebody else.
 */
export function firstLook(given: GivenPayload, folder: string, others = false): FirstLook {
  const { host, eventName, payload, env } = given;
  const decoded = host.decode(payload, eventName);
  if (!('event' in decoded)) return { key: `${host.id}/`, done: false, kept: true };
  const { event } = decoded;
  const key = `${host.id}/${event.sessionId}`;
  if (isInside(event.cwd, folder)) return { key, done: true, kept: false };
  if (others && isOfCall(event) && patternsOf(event.cwd, env).length > 0) {
    return { key, done: false, kept: false };
  }
  keepEvidence(host, event, env, folder);
  return {
    key,
    done: ofOneCall.has(event.type) && !isWatched(folder, event.sessionId, event.type),
    kept: true,
  };
}

/**
 * Takes events for a program that lives long, of any session, and gives what the program that the launcher starts would
 * print. Besides, every tool call becomes evidence, before the answer is given: what was answered is on disk. Rejects with what
 * goes wrong; `fault` hears of what goes wrong behind the answer.
 */
export function eventTaker(
  folder: string,
): (given: GivenPayload, fault: (error: unknown) => void) => Promise<string> {
  const inTurn = queues();
  return async (given, fault) => {
    const { key, done } = firstLook(given, folder);
    if (done) return '';
    return inTurn(key, () =>
      answerPayload(given, {
        fault,
        afterwards: (work) => void setImmediate(() => inTurn(key, work)),
      }),
    );
  };
}

/** Events that mean nothing unless the session is watched, as the registered commands have it. */
const ofOneCall: ReadonlySet<HostEvent['type']> = new Set([
  'tool.requested',
  'tool.finished',
  'batch.finished',
]);

function isWatched(folder: string, sessionId: string, type: HostEvent['type']): boolean {
  if (!isThere(watchPath(folder, sessionId))) return false;
  return type === 'tool.requested' || !isThere(watchBeforePath(folder, sessionId));
}

function isOfCall({ type }: HostEvent): boolean {
  return type === 'tool.requested' || type === 'tool.finished';
}

/** Ledgers that are open at the same time. */
const ledgers = new LineAppender(64);

function keepEvidence(host: Host, event: HostEvent, env: Environment, folder: string): void {
  if (!isOfCall(event)) return;
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
