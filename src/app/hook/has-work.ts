import { isOpen } from '../../core/recovery/recovery.ts';
import type { SessionState } from '../../core/recovery/session-state.ts';
import { agentState, lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import type { ToolCall } from '../../core/tool.ts';
import { isAnnounced } from './announced.ts';
import type { HookContext } from './context.ts';

/** True for a session that has tickets to look after, or a role that is reminded. */
export function hasWork(state: SessionState): boolean {
  const { role, guarded = [] } = state.agents[mainAgent] ?? {};
  return guarded.length > 0 || role?.role === 'worker' || role?.role === 'handler';
}

/**
 * True for a session whose tool events are needed for more than recoveries: then it is worth to know whether one of these is
 * open before the record is looked at.
 */
export function isWatched({ state, config }: HookContext): boolean {
  const isGuarded = config.guard === 'ask' || config.guard === 'deny';
  return isGuarded || hasWork(state) || state.agents[mainAgent]?.workflow !== undefined;
}

/** True for a command that is looked at for what it destroys: always or, with the setting as it is, while a recovery is open. */
export function mayBeGuarded(context: HookContext, call: ToolCall): boolean {
  const { guard } = context.config;
  if (call.kind !== 'shell' || guard === 'off' || !context.host.capabilities.blocksTools)
    return false;
  return (
    guard !== 'auto' ||
    isOpen(lastRecovery(agentState(context.state, undefined))) ||
    !isQuiet(context)
  );
}

/** True while no recovery speaks or gates and none can come, so that a tool event needs nothing of the record. */
export function isQuiet(context: HookContext): boolean {
  const { agent, host } = context;
  const last = lastRecovery(agent);
  const untold = last?.loss !== undefined && last.loss.sent === undefined;
  if (untold || isOpen(last)) return false;
  return !isAnnounced(context, agent) && !(host.capabilities.announcement && agent.expected);
}
