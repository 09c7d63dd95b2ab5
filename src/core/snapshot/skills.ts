import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { limits } from './limits.ts';
import { entriesOf, newTable, putRow, type Table } from './table.ts';

interface SkillRow {
  path?: string;
  from: Provenance;
}

export type Skills = Table<SkillRow>;

/** Skills that were called. */
export const skills: Family<Skills> = {
  initial: () => newTable(),

  step(state: Skills, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call?.kind !== 'skill' || item.result.outcome !== 'ok') return;
    const row: SkillRow = { from: context.from };
    if (call.paths[0] !== undefined) row.path = keep(call.paths[0], 300);
    putRow(state, keep(call.detail ?? call.name, 200), row, limits.skills);
  },

  facts: (state) =>
    entriesOf(state).map(
      ([name, row]): Fact => ({
        kind: 'skill',
        value: name,
        ...(row.path === undefined ? {} : { detail: row.path }),
        from: row.from,
      }),
    ),
};
