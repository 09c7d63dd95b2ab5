import type { HostEvent } from '../../core/event.ts';
import { isSet, offSwitches } from '../../core/install/project-settings.ts';
import { commandHostById } from '../../hosts/command-hosts.ts';
import type { Host } from '../../hosts/host.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { clock } from '../../platform/clock.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { answerPayload } from './answer-payload.ts';
import { type ByteStream, readPayload } from './read-payload.ts';
import { answerSwitchedOff } from './switched-off.ts';

/**
 * Takes one event of a host and answers with what goes to its standard output. Whatever goes wrong ends in
 * an empty answer, which is harmless on every host, and in a line for `holdfast doctor`. `afterwards`: takes work that
 * nobody waits for, to be done once the answer is out.
 */
export async function runHook(
  args: readonly string[],
  env: Environment,
  input: ByteStream,
  onEvent: (type: HostEvent['type']) => void = () => {},
  afterwards?: (work: () => Promise<unknown>) => void,
): Promise<string> {
  const [hostId = '', eventName] = args;
  let known = eventName ?? '';
  const fault = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    recordFault(stateFolder(env), { host: hostId, event: known, message }, clock.now());
  };
  try {
    if (isDisabled(env)) {
      return env.HOLDFAST_SESSION_START ? await answerSwitchedOff(hostId, env, input) : '';
    }
    const host = commandHostById(hostId);
    if (host === undefined) throw new Error(`no host is called "${hostId}"`);
    if (isAnothers(host, env)) return '';
    const payload = await readPayload(input);
    if (payload === undefined) throw new Error('standard input held no whole JSON object');
    return await answerPayload(
      { host, eventName, payload, env },
      {
        onEvent({ type }) {
          known = type;
          onEvent(type);
        },
        ...(afterwards && { afterwards }),
        fault,
      },
    );
  } catch (error) {
    fault(error);
    return '';
  }
}

/** True where another client runs the hooks of this host, which has hooks of its own for the event. */
export function isAnothers({ runBy = [], sessionMarkers }: Host, env: Environment): boolean {
  return runBy.some((name) => env[name]) && !sessionMarkers.some((name) => env[name]);
}

/** `HOLDFAST_DISABLE=1` turns everything off; a run of ours inside a run of ours is inert too. */
export function isDisabled(env: Environment): boolean {
  return offSwitches.some((name) => isSet(env[name]));
}
