import type { Config } from '../../core/config/defaults.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import type { AgentState, SessionState } from '../../core/recovery/session-state.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import { guardReason } from '../../core/recovery/watch-reason.ts';
import { restricts } from '../../core/workflow/allowed.ts';
import type { Capabilities } from '../../hosts/host.ts';
import type { SessionMail } from '../worker/mail-ports.ts';
import { isGuarding } from './has-work.ts';

type Told = Pick<Capabilities, 'announcement' | 'inProcess'> &
  Partial<Pick<Capabilities, 'blocksTools'>>;

/** The same with what waits to be told to the session, and the guard where a setting has it always on. */
export function reasonsNow(
  {
    host,
    mail,
    config,
  }: { host: { capabilities: Told }; mail?: SessionMail; config?: Pick<Config, 'guard'> },
  state: SessionState,
): string[] {
  const main = state.agents[mainAgent];
  const reasons = watchReasons(state, host.capabilities);
  const guards = config !== undefined && host.capabilities.blocksTools !== false;
  if (main && !main.ended && guards && isGuarding(config, state)) reasons.push(guardReason);
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

/** A step that holds calls back; where a tool event costs little, any step, so that the ends of turns are told too. */
function stepReasons({ workflow: step }: AgentState, { inProcess }: Told): string[] {
  if (restricts(step)) return ['restricting workflow step'];
  return step !== undefined && inProcess ? ['workflow step'] : [];
}

/**
 * Why tool events of the session need Node: recoveries that still speak or gate, reports not yet told, tickets and reminders, steps
 * of workflows, and on some hosts compactions that were announced.
 */
export function watchReasons(state: SessionState, capabilities: Told): string[] {
  const { announcement } = capabilities;
  return Object.entries(state.agents).flatMap(([agentId, agent]) => {
    if (agent.ended) return [];
    const last = lastRecovery(agent);
    const who = agentId === '' ? 'main session' : `subagent ${agentId}`;
    const lasting = [...roleReasons(agent), ...stepReasons(agent, capabilities)];
    const reasons: string[] = lasting.map((reason) => `${reason} (${who})`);
    if (isOpen(last)) reasons.push(`open recovery ${last.id} (${who})`);
    if (last?.loss && last.loss.sent === undefined) reasons.push(`loss report not told (${who})`);
    if (announcement && agent.expected) reasons.push(`compaction announced (${who})`);
    return reasons;
  });
}
