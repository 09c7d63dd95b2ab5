import type { HostEvent } from '../../core/event.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { passagesFile } from '../at-hand/ports.ts';
import type { HookContext } from './context.ts';

/** True in a session that was compacted, where something is kept of what was before: known by a look at one file. */
export function mayBringUp(
  context: HookContext,
  event: HostEvent & { type: 'prompt.submitted' },
): boolean {
  if (context.config.memoryAtUse === 'off' || event.agentId !== undefined) return false;
  if (event.origin === 'program' || lastRecovery(context.agent) === undefined) return false;
  return context.files.stat(`${context.store.folder}/${passagesFile}`) !== undefined;
}
