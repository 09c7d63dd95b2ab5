import { commandHostById, commandHostIds } from '../../hosts/command-hosts.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { clock } from '../../platform/clock.ts';
import type { HttpAnswer } from '../../platform/http-server.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { isAnothers, isDisabled } from '../hook/run-hook.ts';
import { eventTaker } from '../hook/take-event.ts';
import { hookEnv, withoutClients } from './hook-env.ts';
import { objectIn } from './json-body.ts';
import { type Route, refusal } from './router.ts';

/** A payload with a file of a megabyte in it, and what the host says about it, fits. */
const longestPayload = 8 * 1024 * 1024;

/**
 * Takes a host's HTTP hook and answers in its dialect, as the program that the launcher starts does. Besides, every tool
 * call becomes evidence, before the answer goes out: what was answered is on disk.
 */
export function hookRoute(started: Environment): Route {
  const hosts = commandHostIds.flatMap((id) => commandHostById(id) ?? []);
  const env = withoutClients(started, hosts);
  const folder = stateFolder(env);
  const take = eventTaker(folder);
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
        return answerOf(await take({ host, eventName, payload, env: own }, fault));
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

function answerOf(stdout: string): HttpAnswer {
  if (stdout === '') return nothing;
  const type = stdout.startsWith('{') ? 'application/json' : 'text/plain; charset=utf-8';
  return { status: 200, headers: { 'content-type': type }, body: stdout };
}
