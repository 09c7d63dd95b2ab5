import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import type { Family, FoldContext } from './family.ts';

export interface Turn {
  /** The last thing of the conversation, as far as it tells whether a turn is unfinished. */
  last: 'nothing' | 'prompt' | 'call' | 'result' | 'text' | 'interrupted';
  /** Calls of this turn without a result. */
  waiting: string[];
  answered: boolean;
}

const most = 60;
/** How a host writes down that the person stopped the turn. */
const stopped = /^\[Request interrupted by user/;

/** Whether the last turn is unfinished, and whether the model spoke since the last boundary. */
export const turn: Family<Turn> = {
  initial: () => ({ last: 'nothing', waiting: [], answered: false }),

  step(state: Turn, item: ConversationItem, context: FoldContext): void {
    switch (item.type) {
      case 'user':
        if (stopped.test(item.text)) {
          state.last = 'interrupted';
          state.waiting = [];
        }
        if (context.said === undefined && item.acceptedPlan === undefined) return;
        if (item.origin === 'typed' || item.origin === 'command') state.waiting = [];
        state.last = 'prompt';
        return;
      case 'assistant':
        state.last = 'text';
        state.answered = true;
        return;
      case 'call':
        state.last = 'call';
        state.answered = true;
        if (context.call) state.waiting = [...state.waiting, context.call.id].slice(-most);
        return;
      case 'result':
        if (!context.call) return;
        state.waiting = state.waiting.filter((id) => id !== context.call?.id);
        state.last = item.result.outcome === 'interrupted' ? 'interrupted' : 'result';
        return;
      case 'boundary':
        state.answered = false;
    }
  },

  facts: (): Fact[] => [],
};

export function isMidTurn(state: Turn): boolean {
  if (state.last === 'interrupted') return false;
  return (
    state.waiting.length > 0 ||
    state.last === 'prompt' ||
    state.last === 'call' ||
    state.last === 'result'
  );
}
