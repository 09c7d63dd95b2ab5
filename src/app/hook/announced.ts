import type { AgentState } from '../../core/recovery/session-state.ts';
import type { HookContext } from './context.ts';

/** True when a compaction was announced that nothing else will tell of, so that it counts as done from the next event on. */
export function isAnnounced({ host }: HookContext, agent: AgentState): boolean {
  return host.capabilities.announcement === 'counts' && agent.expected !== undefined;
}
