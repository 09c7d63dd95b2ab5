import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import type { ToolCall } from '../tool.ts';
import { untrusted } from '../trust/untrusted.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { limits } from './limits.ts';
import { dropRow, entriesOf, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Running {
  what: string;
  sort: 'command' | 'subagent';
  id?: string;
  /** Where its output goes. */
  output?: string;
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
    const what = whatRuns(call);
    if (item.type === 'call' && sort === 'subagent') {
      putRow(state, `call ${call.id}`, { what, sort, from }, limits.inFlight);
    } else if (item.type === 'result') {
      dropRow(state, `call ${call.id}`);
      const { backgroundId: id, outputPath } = item.result;
      if (id === undefined) return;
      const row: Running = { what, sort, id: id.slice(0, 100), from };
      if (outputPath !== undefined) row.output = keep(outputPath, 400);
      putRow(state, `background ${id}`, row, limits.inFlight);
    }
  },

  facts: (state) =>
    rowsOf(state).map(
      ({ what, sort, id, output, from }): Fact => ({
        kind: 'in-flight',
        value: what,
        detail: id === undefined ? sort : `background ${sort} ${id}${outputText(output)}`,
        state: 'running',
        from,
      }),
    ),
};

function outputText(output: string | undefined): string {
  return output === undefined ? '' : `, output in ${output}`;
}

/** What a call starts, as the fact of it says. */
function whatRuns({ kind, command, detail, name }: Pick<ToolCall, Told>): string {
  return untrusted((kind === 'subagent' ? detail : command) ?? name, 240);
}

type Told = 'kind' | 'command' | 'detail' | 'name';

/** The background work among facts that a call would start once more; undefined where none of it is the same. */
export function runningLike(facts: readonly Fact[], call: ToolCall): Fact | undefined {
  if (call.kind !== 'subagent' && call.background !== true) return undefined;
  const what = whatRuns(call);
  const sort = call.kind === 'subagent' ? 'subagent' : 'command';
  return facts.find(
    (fact) =>
      fact.kind === 'in-flight' &&
      fact.value === what &&
      fact.detail?.startsWith(`background ${sort} `),
  );
}
