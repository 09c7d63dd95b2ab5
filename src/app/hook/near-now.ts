import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { HookContext } from './context.ts';

/** How full the context is where a compaction is near and was not told of yet. */
export function nearNow(context: HookContext): number | undefined {
  const { agent, config, event, fullness } = context;
  const threshold = Number(config.compactionNotice);
  if (threshold === 0 || event.agentId !== undefined) return undefined;
  if (agent.near || agent.expected !== undefined) return undefined;
  const last = lastRecovery(agent);
  const armedAt = last?.armedAt;
  if (isOpen(last)) return undefined;
  const told = fullness?.();
  if (told === undefined || told.percent < threshold) return undefined;
  // What was told before the compaction is true no more.
  const isOld = armedAt !== undefined && told.atMs <= Date.parse(armedAt);
  return isOld ? undefined : told.percent;
}
