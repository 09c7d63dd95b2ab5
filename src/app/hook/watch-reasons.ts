import { isOpen } from '../../core/recovery/recovery.ts';
import type { AgentState, SessionState } from '../../core/recovery/session-state.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import type { Capabilities } from '../../hosts/host.ts';
import type { SessionMail } from '../worker/mail-ports.ts';

/** The same with what waits to be told to the session. */
export function reasonsNow(
  {
    host,
    mail,
  }: { host: { capabilities: Pick<Capabilities, 'announcement'> }; mail?: SessionMail },
  state: SessionState,
): string[] {
  const main = state.agents[mainAgent];
  const reasons = watchReasons(state, host.capabilities);
  const waits = !main?.ended && mail?.isWaiting(main?.role?.worker);
  return waits ? [...reasons, 'message waiting (main session)'] : reasons;
}

/** A worker and a handler are reminded and have tickets that are looked after; another session may have such a ticket too. */
function roleReasons({ role, guarded = [] }: AgentState): string[] {
  const reasons = guarded.length > 0 ? ['ticket with write rules'] : [];
  if (role?.role === 'worker' || role?.role === 'handler')
    reasons.push(`${role.role} with reminders`);
  return reasons;
}

/**
 * Why tool events of the session need Node: recoveries that still speak or gate, reports not yet told, tickets and reminders,
 * and on some hosts compactions that were announced.
 */
export function watchReasons(
  state: SessionState,
  { announcement }: Pick<Capabilities, 'announcement'>,
): string[] {
  return Object.entries(state.agents).flatMap(([agentId, agent]) => {
    if (agent.ended) return [];
    const last = lastRecovery(agent);
    const who = agentId === '' ? 'main session' : `subagent ${agentId}`;
    const reasons: string[] = roleReasons(agent).map((reason) => `${reason} (${who})`);
    if (isOpen(last)) reasons.push(`open recovery ${last.id} (${who})`);
    if (last?.loss && last.loss.sent === undefined) reasons.push(`loss report not told (${who})`);
    if (announcement && agent.expected) reasons.push(`compaction announced (${who})`);
    return reasons;
  });
}
