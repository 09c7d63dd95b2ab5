import type { HandoffEnd } from '../../core/handoff/record.ts';
import { statusOf } from '../../core/recovery/recovery.ts';
import { type AgentState, mainAgent } from '../../core/recovery/session-state.ts';
import { userTime } from '../../core/time-text.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { HandoffStore } from './ports.ts';

/** A handoff of a session's work, and what became of it. */
export interface GivenHandoff {
  id: string;
  /** The host's id of the client that it was for. */
  to: string;
  /** ISO time. */
  at: string;
  /** The session that took it; absent while none did. */
  by?: HandoffEnd;
  /** When that session's transcript was seen to show the text. */
  delivered?: { at: string; proof: string };
  /** Where that session stands with what it must read. */
  status?: string;
  /** When the session that handed its work over was told of it. */
  told?: string;
}

/** The handoffs of a session's work, oldest first, with the receipts of the sessions that took them. */
export function givenHandoffs(
  index: SessionIndex,
  handoffs: Pick<HandoffStore, 'takenBy'>,
  { handedOver = [] }: Pick<AgentState, 'handedOver'>,
): GivenHandoff[] {
  return handedOver.map((given) => {
    const by = handoffs.takenBy(given.id);
    if (by === undefined) return given;
    const session = index.list().find((one) => one.host === by.host && one.id === by.session);
    const agent = session && index.read(session).state.agents[mainAgent];
    const recovery = agent?.recoveries.find(({ id }) => id === given.id);
    return {
      ...given,
      by,
      ...(recovery?.delivered && { delivered: recovery.delivered }),
      ...(recovery && { status: statusOf(recovery) }),
    };
  });
}

/** The same as lines of a session's receipts. */
export function givenLines({ id, to, at, by, delivered, status, told }: GivenHandoff): string[] {
  if (by === undefined)
    return [
      `handoff ${id} to ${to}: no session took it yet`,
      `  made         ${userTime(at, 'second')}`,
    ];
  const session = untrusted(by.session, 80);
  const standing = status === undefined ? 'its state is gone' : status;
  return [
    `handoff ${id} to the ${untrusted(by.host, 30)} session ${session}: ${standing}`,
    `  made         ${userTime(at, 'second')}`,
    delivered
      ? `  delivered    ${userTime(delivered.at, 'second')}  proof: ${delivered.proof}`
      : '  delivered    not proved yet',
    told === undefined
      ? '  told here    not yet: this session was not continued since'
      : `  told here    ${userTime(told, 'second')}`,
  ];
}
