import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { type Choice, choiceOf, type Offer, offerIn } from './choice.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { questionIn } from './question-text.ts';
import { newTable, putRow, rowsOf, type Table } from './table.ts';

interface ChoiceRow extends Choice {
  said: string;
  from: Provenance;
}

export interface Choices {
  /** What the agent's last text offers, as long as nothing came after it. */
  offer?: Offer;
  made: Table<ChoiceRow>;
}

/** What the user chose in words ("A.", "the second") from what the agent's text offered. */
export const choices: Family<Choices> = {
  initial: () => ({ made: newTable() }),

  step(state: Choices, item: ConversationItem, context: FoldContext): void {
    if (context.said !== undefined) {
      const { choice, said, from } = context;
      if (choice !== undefined) {
        const row = { ...choice, said: keep(said, lengths.asked), from };
        putRow(state.made, choice.question, row, limits.answers);
      }
      delete state.offer;
    } else if (item.type === 'assistant') {
      const text = context.told ?? '';
      const offer = offerIn(text, () => keep(questionIn(text) ?? lastLine(text), lengths.asked));
      if (offer === undefined) delete state.offer;
      else state.offer = offer;
    } else if (item.type === 'call') delete state.offer;
  },

  facts: (state) =>
    rowsOf(state.made).map(
      ({ question, taken, notTaken, said, from }): Fact => ({
        kind: 'decision',
        value: `${question} \u2192 ${taken} (the user: "${said}")`,
        detail: `not taken: ${notTaken.join(' | ')}`,
        from,
      }),
    ),
};

/** The choice that a message of the user makes; undefined where it makes none. */
export function choiceBy(state: Choices, said: string): Choice | undefined {
  return state.offer === undefined ? undefined : choiceOf(state.offer, said);
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.trim() ?? '';
}
