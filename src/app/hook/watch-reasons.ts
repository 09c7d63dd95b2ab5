import { isOpen } from '../../core/recovery/recovery.ts';
import type { SessionState } from '../../core/recovery/session-state.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { Capabilities } from '../../hosts/host.ts';

/**
 * Why tool events of the session need Node: recoveries that still speak or gate, reports not yet told, and on some hosts
 * compactions that were announced.
 */
export function watchReasons(
  state: SessionState,
  { announcement }: Pick<Capabilities, 'announcement'>,
): string[] {
  return Object.entries(state.agents).flatMap(([agentId, agent]) => {
    if (agent.ended) return [];
    const last = lastRecovery(agent);
    const who = agentId === '' ? 'main session' : `subagent ${agentId}`;
    const reasons: string[] = [];
    if (isOpen(last)) reasons.push(`open recovery ${last.id} (${who})`);
    if (last?.loss && last.loss.sent === undefined) reasons.push(`loss report not told (${who})`);
    if (announcement && agent.expected) reasons.push(`compaction announced (${who})`);
    return reasons;
  });
}
