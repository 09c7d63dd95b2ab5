import type { HostEvent } from '../../core/event.ts';
import { type Heard, heardOf } from '../../core/recovery/missed.ts';
import { contextOf, type HookDeps } from '../hook/context.ts';
import { followRecord } from '../hook/record.ts';

/** How the compactions in a session's record stand to those that were heard of; undefined where the record cannot be read. */
export function sessionHeard(deps: HookDeps, event: HostEvent): Heard | undefined {
  if (!deps.host.capabilities.readableRecord) return undefined;
  const context = contextOf(deps, event);
  const { snapshot, unread } = followRecord(context);
  return unread ? undefined : heardOf(snapshot.summary, context.agent);
}
