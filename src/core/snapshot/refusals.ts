import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { clipMarked } from '../trust/clip.ts';
import { purposeOf } from './call-purpose.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { lengths, limits } from './limits.ts';
import { dropRow, getRow, newTable, putRow, rowsOf, setRow, type Table } from './table.ts';

interface Refusal {
  what: string;
  /** What the user said with it, newest last. */
  words: string[];
  times: number;
  from: Provenance;
}

export interface Refusals {
  /** The refused call that the user's next words belong to. */
  last?: string;
  rows: Table<Refusal>;
}

const mostWords = 3;

/** Calls that a person refused or stopped, with what they said, by purpose; until a call of the same purpose is let pass. */
export const refusals: Family<Refusals> = {
  initial: () => ({ rows: newTable() }),

  step(state: Refusals, item: ConversationItem, context: FoldContext): void {
    if (context.said !== undefined) {
      const row = state.last === undefined ? undefined : getRow(state.rows, state.last);
      if (row !== undefined) {
        const words = clipMarked(keep(context.said, 2_000), lengths.refusal);
        setRow(state.rows, state.last!, { ...row, words: [...row.words, words].slice(-mostWords) });
      }
      delete state.last;
      return;
    }
    if (item.type === 'assistant') delete state.last;
    if (item.type !== 'result' || context.call === undefined) return;
    const purpose = purposeOf(context.call);
    if (purpose === undefined) return;
    const key = purpose.objects ? `${purpose.key} ${purpose.objects}` : purpose.key;
    if (item.result.refused) {
      const old = getRow(state.rows, key);
      const row: Refusal = {
        what: purpose.form,
        words: old?.words ?? [],
        times: (old?.times ?? 0) + 1,
        from: context.from,
      };
      putRow(state.rows, key, row, limits.refusals);
      state.last = key;
    } else if (succeeded(item)) dropRow(state.rows, key);
  },

  facts: (state) =>
    rowsOf(state.rows).map(({ what, words, times, from }): Fact => {
      const fact: Fact = { kind: 'refusal', value: what, from };
      if (words.length > 0) fact.detail = words.map((one) => `"${one}"`).join(' ');
      if (times > 1) fact.state = `${times} times`;
      return fact;
    }),
};
