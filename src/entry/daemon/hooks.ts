import { commandHostById, commandHostIds } from '../../hosts/command-hosts.ts';
import type { Host } from '../../hosts/host.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { clock } from '../../platform/clock.ts';
import { NoAnswer } from '../../platform/helper.ts';
import type { HttpAnswer } from '../../platform/http-server.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { isAnothers, isDisabled } from '../hook/run-hook.ts';
import { firstLook } from '../hook/take-event.ts';
import { sentEnv, withoutClients } from './hook-env.ts';
import type { HookAnswer, HookWish } from './hook-helper.ts';
import { objectIn } from './json-body.ts';
import { type Route, refusal } from './router.ts';

/** A payload with a file of a megabyte in it, and what the host says about it, fits. */
const longestPayload = 8 * 1024 * 1024;
/** Of a longer one nothing is read in this process. */
const longestHere = 64 * 1024;

/** Does the work of a hook that may take long in another process, which is ended when it takes too long. */
export type AskHook = (key: string, wish: HookWish) => Promise<HookAnswer>;

/**
 * Takes a host's HTTP hook and answers in its dialect, as the program that the launcher starts does. Besides, every tool
 * call becomes evidence, before the answer goes out: what was answered is on disk. In this process nothing is done but what
 * the length of a short payload bounds.
 */
export function hookRoutes(started: Environment, ask: AskHook): Route[] {
  const hosts = commandHostIds.flatMap((id) => commandHostById(id) ?? []);
  const env = withoutClients(started, hosts);
  const folder = stateFolder(env);
  const named: Route = {
    method: 'POST',
    path: '/hooks/:host/:event',
    opens: 'hooks',
    bodyLimit: longestPayload,
    async handle(call) {
      const host = commandHostById(call.params.host ?? '');
      if (host === undefined) return refusal(404, 'not-found', 'There is no such host.');
      const { body } = call;
      const payload = body.length > longestHere ? unread : objectIn(body);
      if (payload === undefined) return badBody;
      const sent = sentEnv(host, call.headers);
      const own = sent === undefined ? env : { ...env, ...sent };
      if (isDisabled(own) || isAnothers(host, own)) return nothing;
      // A client that keeps its state elsewhere is another installation's.
      if (sent !== undefined && stateFolder(own) !== folder) return nothing;
      const eventName = call.params.event ?? '';
      try {
        const look =
          payload === unread
            ? { key: `${host.id}/`, done: false, kept: false }
            : firstLook({ host, eventName, payload, env: own }, folder, true);
        if (look.done) return nothing;
        const wish = { host: host.id, eventName, body, kept: look.kept, sent };
        const answer = await ask(look.key, wish);
        return 'refused' in answer ? badBody : answerOf(answer.stdout);
      } catch (error) {
        writeFault(folder, host, eventName, error);
        return nothing;
      }
    },
  };
  const fixed: Route = {
    ...named,
    path: '/hooks/post-tool-use',
    handle: (call) => named.handle({ ...call, params: fixedParams }),
  };
  return [fixed, named];
}

/** What the path without names stands for. */
const fixedParams = { host: 'claude-code', event: 'PostToolUse' };

const unread = {};

/** Writes down for `holdfast doctor` why a hook had no answer. */
export function writeFault(
  folder: string,
  { id }: Pick<Host, 'id'>,
  event: string,
  error: unknown,
): void {
  const said = error instanceof Error ? error.message : String(error);
  const message = error instanceof NoAnswer ? textOf[error.why] : said;
  recordFault(folder, { host: id, event, message }, clock.now());
}

const textOf = {
  late: 'it was not done in time, so the client went on without an answer',
  ended: 'the process that worked on it ended, so the client went on without an answer',
  resting:
    'the client went on without an answer, since the session’s last work was not done in time',
};

const badBody = refusal(400, 'body', 'The body is not a valid JSON object.');

/** What no host minds. */
const nothing: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{}',
};

function answerOf(stdout: string): HttpAnswer {
  if (stdout === '') return nothing;
  const type = stdout.startsWith('{') ? 'application/json' : 'text/plain; charset=utf-8';
  return { status: 200, headers: { 'content-type': type }, body: stdout };
}
