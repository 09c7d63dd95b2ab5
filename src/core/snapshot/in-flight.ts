import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Family, FoldContext } from './family.ts';
import { limits } from './limits.ts';
import { dropRow, entriesOf, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Running {
  what: string;
  sort: 'command' | 'subagent';
  id?: string;
  from: Provenance;
}

export type InFlight = Table<Running>;

/** Background commands and subagents that no record has seen end. */
export const inFlight: Family<InFlight> = {
  initial: () => newTable(),

  step(state: InFlight, item: ConversationItem, context: FoldContext): void {
    const { call, from } = context;
    if (item.type === 'background-ended') {
      dropRow(state, `background ${item.backgroundId}`);
      return;
    }
    if (context.said !== undefined && item.type === 'user' && item.origin === 'typed') {
      // A foreground subagent cannot outlive its turn.
      for (const [key, row] of entriesOf(state)) if (row.id === undefined) dropRow(state, key);
      return;
    }
    if (call === undefined) return;
    const sort = call.kind === 'subagent' ? 'subagent' : 'command';
    const what = untrusted((sort === 'command' ? call.command : call.detail) ?? call.name, 240);
    if (item.type === 'call' && sort === 'subagent') {
      putRow(state, `call ${call.id}`, { what, sort, from }, limits.inFlight);
    } else if (item.type === 'result') {
      dropRow(state, `call ${call.id}`);
      const id = item.result.backgroundId;
      if (id !== undefined)
        putRow(
          state,
          `background ${id}`,
          { what, sort, id: id.slice(0, 100), from },
          limits.inFlight,
        );
    }
  },

  facts: (state) =>
    rowsOf(state).map(
      ({ what, sort, id, from }): Fact => ({
        kind: 'in-flight',
        value: what,
        detail: id === undefined ? sort : `background ${sort} ${id}`,
        state: 'running',
        from,
      }),
    ),
};
