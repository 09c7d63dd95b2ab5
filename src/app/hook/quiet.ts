import type { HostEvent } from '../../core/event.ts';
import type { HookContext, HookDeps } from './context.ts';
import { contextOf } from './context.ts';
import { reasonsNow } from './watch-reasons.ts';

/** Events that a session without anything to be told need not wait for. */
const skipped: ReadonlySet<HostEvent['type']> = new Set(['prompt.submitted', 'turn.ending']);

/**
 * Says after a prompt or a turn end whether the next ones can have something to tell. Not before the first prompt, since that can give
 * the session a role, and never again after a compaction.
 */
export function noteQuiet(deps: HookDeps, event: HostEvent): void {
  const { host, store } = deps;
  if (!host.capabilities.skipsQuiet || !skipped.has(event.type) || event.agentId !== undefined)
    return;
  const isQuiet = hasNothingToTell(contextOf(deps, event));
  if (!store.quiet(isQuiet) || !isQuiet) return;
  // Whoever set something meanwhile removed the file before it was there, and wrote down first what is set.
  const now = contextOf(deps, event);
  if (!hasNothingToTell(now) || deps.tasks.explicitNow() !== undefined) store.quiet(false);
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
