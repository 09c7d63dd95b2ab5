import { commandHostById, commandHostIds } from '../../hosts/command-hosts.ts';
import type { Afterwards } from '../../platform/helper.ts';
import { answerMessages } from '../../platform/helper-process.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { answerPayload } from '../hook/answer-payload.ts';
import { firstLook } from '../hook/take-event.ts';
import { withoutClients } from './hook-env.ts';
import { writeFault } from './hooks.ts';
import { objectIn } from './json-body.ts';

/** A posted hook as the daemon hands it to the process that works on it. */
export interface HookWish {
  host: string;
  eventName: string;
  /** The payload, as it came. */
  body: Uint8Array;
  /** True where the call stands in the evidence already. */
  kept: boolean;
  /** What the client sent of its environment. */
  sent: Readonly<Record<string, string>> | undefined;
}

export type HookAnswer = { stdout: string } | { refused: true };

/** Works on posted hooks for the daemon until that is gone, one after the other. */
export async function answerHooks(started: Environment): Promise<void> {
  const hosts = commandHostIds.flatMap((id) => commandHostById(id) ?? []);
  const env = withoutClients(started, hosts);
  await answerMessages((wish, afterwards) => answerHook(env, wish as HookWish, afterwards));
}

async function answerHook(
  env: Environment,
  { host: id, eventName, body, kept, sent }: HookWish,
  afterwards: Afterwards,
): Promise<HookAnswer> {
  const host = commandHostById(id)!;
  const payload = objectIn(body);
  if (payload === undefined) return { refused: true };
  const folder = stateFolder(env);
  const fault = (error: unknown): void => writeFault(folder, host, eventName, error);
  const given = { host, eventName, payload, env: sent === undefined ? env : { ...env, ...sent } };
  try {
    if (!kept && firstLook(given, folder).done) return { stdout: '' };
    return { stdout: await answerPayload(given, { fault, afterwards }) };
  } catch (error) {
    fault(error);
    return { stdout: '' };
  }
}
