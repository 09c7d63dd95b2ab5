import type { UserOrigin } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { wellFormed } from '../../core/rows/values.ts';
import type { ReadingState } from './transcript-state.ts';
import type { Part } from './transcript-text.ts';
import type { Side } from './transcript-told.ts';

/** Tells a text of the user or developer role by who wrote it, once. */
export function said(part: Part, side: Side, state: ReadingState, emit: Emit): void {
  const text = wellFormed(part.text);
  switch (part.who) {
    case 'nobody':
      return;
    case 'hook':
      emit({ type: 'injected-context', ...(part.event ? { event: part.event } : {}), text });
      return;
    case 'host':
      emit({ type: 'user', origin: 'injected', text });
      return;
    case 'command':
      if (state.told.isNew('user', text, side)) emit({ type: 'user', origin: 'command', text });
      return;
    default:
      if (!state.told.isNew('user', text, side)) return;
      state.turns.begin({ key: '', ...state.row });
      emit({ type: 'user', origin: personOrigin(state), text });
      state.turn.said = true;
      state.turn.acted = false;
  }
}

/** A subagent's prompts come from the agent above it, but for those that its file took over from that agent's own. */
function personOrigin({ subagent, turn }: ReadingState): UserOrigin {
  if (subagent && !turn.inherited) return 'program';
  return turn.open && turn.said && turn.acted ? 'mid-turn' : 'typed';
}
