import type { Config } from '../../core/config/defaults.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import type { SessionState } from '../../core/recovery/session-state.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
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
  return (
    isGuarding(config, state) || hasWork(state) || state.agents[mainAgent]?.workflow !== undefined
  );
}

/** True where calls are held against what destroys and what the user forbade: as it is set by default, from the first compaction on. */
export function isGuarding({ guard }: Pick<Config, 'guard'>, state: SessionState): boolean {
  if (guard === 'off') return false;
  return guard !== 'auto' || wasCompacted(state);
}

/** True for a session that was compacted, be it before it was seen for the first time. */
export function wasCompacted(state: SessionState): boolean {
  const main = state.agents[mainAgent];
  return main !== undefined && (main.recoveries.length > 0 || main.compacted === true);
}

/** True for a call that is held against that. */
export function mayBeGuarded(context: HookContext, call: ToolCall): boolean {
  if (!mayChange(call) || context.config.guard === 'off') return false;
  if (!context.host.capabilities.blocksTools) return false;
  return isGuarding(context.config, context.state) || !isQuiet(context);
}

/** True for a call of a kind that can destroy something, or change what the user wants left alone. */
export function mayChange({ kind, changes }: ToolCall): boolean {
  return kind === 'shell' || kind === 'edit' || kind === 'write' || changes !== undefined;
}

/** True for a call that starts work which may go on behind its result. */
export function startsWork({ kind, background }: ToolCall): boolean {
  return kind === 'subagent' || background === true;
}

/** True while no recovery speaks or gates and none can come, so that a tool event needs nothing of the record. */
export function isQuiet(context: HookContext): boolean {
  const { agent, host } = context;
  const last = lastRecovery(agent);
  const untold = last?.loss !== undefined && last.loss.sent === undefined;
  if (untold || isOpen(last)) return false;
  return !isAnnounced(context, agent) && !(host.capabilities.announcement && agent.expected);
}
