import type { HostEvent } from '../../core/event.ts';
import type { Quiet } from '../ports.ts';
import type { HookContext, HookDeps } from './context.ts';
import { contextOf } from './context.ts';
import { nearNow } from './near-now.ts';
import { reasonsNow } from './watch-reasons.ts';

/**
 * Says at a session's start, a prompt and a turn end whether the next prompts and turn ends can have something to tell. A
 * session that comes back is heard once more first, and after a compaction every event is.
 */
export function noteQuiet(deps: HookDeps, event: HostEvent): void {
  const { host, store } = deps;
  if (!host.capabilities.skipsQuiet || !isLookedAt(event)) return;
  const quiet = quietOf(contextOf(deps, event));
  if (!store.quiet(quiet) || quiet === 'none') return;
  // Whoever set something meanwhile removed the file before it was there, and wrote down first what is set.
  const now = quietOf(contextOf(deps, event));
  store.quiet(now === 'all' && deps.tasks.explicitNow() !== undefined ? 'ends' : now);
}

function isLookedAt(event: HostEvent): boolean {
  if (event.agentId !== undefined) return false;
  if (event.type === 'session.started')
    return event.source === 'startup' || event.source === 'clear';
  return event.type === 'prompt.submitted' || event.type === 'turn.ending';
}

/**
 * Everything is quiet where no task is set, nothing accepted or compacted, and neither a role, a step nor a message speaks. With a
 * task alone prompts get its line, and turn ends nothing.
 */
function quietOf(context: HookContext): Quiet {
  const { state, store, tasks } = context;
  const agents = Object.values(state.agents);
  const idle = agents.every(
    ({ recoveries, expected, workflow, role }) =>
      recoveries.length === 0 && !expected && !workflow && !role,
  );
  if (!idle || (store.readFoldHead(undefined)?.plans ?? 0) > 0) return 'none';
  if (reasonsNow(context, state).length > 0 || nearNow(context) !== undefined) return 'none';
  return tasks.explicit() === undefined ? 'all' : 'ends';
}
