import { payloadOfCall } from '../../core/hook-settings/tool-hook.ts';
import { commandHostById } from '../../hosts/command-hosts.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { clock } from '../../platform/clock.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { isAnothers, isDisabled } from '../hook/run-hook.ts';
import { eventTaker } from '../hook/take-event.ts';
import type { EventCall } from './event-call.ts';

/**
 * Takes the events of a host that come as calls of our server. Each answer is what a command hook would have printed;
 * whatever goes wrong ends in an empty one, and in a line for `holdfast doctor`.
 */
export function hookCalls(env: Environment): (call: EventCall) => Promise<string> {
  const folder = stateFolder(env);
  const take = eventTaker(folder);
  return async ({ input: { host: id, ...input }, thread }) => {
    const named = textOf(id);
    const event = textOf(input.hook_event_name);
    const fault = (error: unknown): void => {
      const message = error instanceof Error ? error.message : String(error);
      recordFault(folder, { host: named, event, message }, clock.now());
    };
    try {
      if (isDisabled(env)) return '';
      const host = commandHostById(named);
      if (host === undefined) throw new Error(`no host is called "${named}"`);
      if (isAnothers(host, env)) return '';
      const payload = payloadOfCall(input, thread);
      return await take({ host, eventName: undefined, payload, env }, fault);
    } catch (error) {
      fault(error);
      return '';
    }
  };
}

/** What is no text is none: to make a text of an object runs what it says itself. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
