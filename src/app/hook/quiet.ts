import type { HostEvent } from '../../core/event.ts';
import type { HookContext, HookDeps } from './context.ts';
import { contextOf } from './context.ts';
import { reasonsNow } from './watch-reasons.ts';

/** True where it has to be said, once the event is answered, whether the session is quiet. */
export function looksForQuiet({ host }: HookDeps, event: HostEvent): boolean {
  return host.capabilities.skipsQuiet === true && isLookedAt(event);
}

/**
 * Says at a session's start, a prompt and a turn end whether the next prompts and turn ends can have something to tell. A
 * session that comes back is heard once more first, and after a compaction every event is.
 */
export function noteQuiet(deps: HookDeps, event: HostEvent): void {
  const { store } = deps;
  if (!looksForQuiet(deps, event)) return;
  const isQuiet = hasNothingToTell(contextOf(deps, event));
  if (!store.quiet(isQuiet) || !isQuiet) return;
  // Whoever set something meanwhile removed the file before it was there, and wrote down first what is set.
  const now = contextOf(deps, event);
  if (!hasNothingToTell(now) || deps.tasks.explicitNow() !== undefined) store.quiet(false);
}

function isLookedAt(event: HostEvent): boolean {
  if (event.agentId !== undefined) return false;
  if (event.type === 'session.started')
    return event.source === 'startup' || event.source === 'clear';
  return event.type === 'prompt.submitted' || event.type === 'turn.ending';
}

/** True where no task is set, nothing accepted or compacted, and neither a role, a step nor a message speaks. */
function hasNothingToTell(context: HookContext): boolean {
  const { state, store, tasks } = context;
  const agents = Object.values(state.agents);
  const idle = agents.every(
    ({ recoveries, expected, workflow, role }) =>
      recoveries.length === 0 && !expected && !workflow && !role,
  );
  if (!idle || tasks.explicit() !== undefined) return false;
  if ((store.readFoldHead(undefined)?.plans ?? 0) > 0) return false;
  return reasonsNow(context, state).length === 0;
}
