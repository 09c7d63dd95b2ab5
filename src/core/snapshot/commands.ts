import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { gitRuns } from '../snapshot/git-words.ts';
import { commandKey, isChain, isCheck } from './command-key.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { lengths, limits } from './limits.ts';
import { getRow, newTable, putRow, rowsOf, setRow, type Table } from './table.ts';
import { testRunner } from './test-command.ts';
import { readTestOutput } from './test-output.ts';

type Result = Extract<ConversationItem, { type: 'result' }>['result'];

interface CommandRow {
  command: string;
  sort: 'check' | 'change';
  isCheck: boolean;
  outcome: string;
  runs: number;
  from: Provenance;
}

interface FamilyRow {
  name: string;
  runs: number;
  from: Provenance;
}

export interface Commands {
  rows: Table<CommandRow>;
  /** What was run at all, by program and sub-command. */
  families: Table<FamilyRow>;
}

/** The last result of each command that did something; what only looks is left out. Worth repeating first. */
export const commands: Family<Commands> = {
  initial: () => ({ rows: newTable(), families: newTable() }),

  step(state: Commands, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call?.kind !== 'shell' || call.command === undefined) return;
    const { outcome, backgroundId } = item.result;
    if (outcome === 'denied') return;
    const key = commandKey(call.command);
    if (key === undefined) return;
    for (const name of key.families) countFamily(state, name, context.from);
    if (backgroundId !== undefined) return;
    if (key.sort === 'look' || key.sort === 'chore') return;
    // What git did is told by branch, commits and open errors.
    if (key.sort === 'change' && /^git\b/.test(key.family)) return;
    if (gitRuns(key.command, /\bcommit\b/)) return;
    // What is piped through another program ends well though its tests failed.
    const failed =
      !succeeded(item) ||
      (testRunner(call.command) !== undefined &&
        readTestOutput(item.result.text, false).verdict === 'red');
    if (!failed) settleParts(state, key.command, key.piped);
    const command = keep(key.command, lengths.command);
    const old = getRow(state.rows, command);
    putRow(
      state.rows,
      command,
      {
        command,
        sort: key.sort,
        isCheck: isCheck(key.family),
        outcome: outcomeOf(failed, item.result),
        runs: (old?.runs ?? 0) + 1,
        from: context.from,
      },
      limits.commands,
    );
  },

  facts(state): Fact[] {
    const worth = (row: CommandRow): number =>
      (row.isCheck ? 4 : row.sort === 'check' ? 2 : 0) +
      Math.min(row.runs, 3) -
      (row.command.length > 160 || row.command.includes('\n') ? 3 : 0);
    const rows = rowsOf(state.rows).map((row, index) => ({ row, index, worth: worth(row) }));
    rows.sort((a, b) => b.worth - a.worth || b.index - a.index);
    const single = rows.map(
      ({ row }): Fact => ({
        kind: 'command',
        value: row.command,
        state: row.outcome === 'ok' ? 'ok' : 'failed',
        ...(row.outcome === 'ok' || row.outcome === 'failed' ? {} : { detail: row.outcome }),
        from: row.from,
      }),
    );
    return [...single, ...familyFacts(state)];
  },
};

function outcomeOf(failed: boolean, { outcome, exitCode }: Result): string {
  if (!failed) return 'ok';
  if (exitCode) return `exit ${exitCode}`;
  return outcome === 'ok' ? 'failed' : outcome;
}

/** A chain that ended well shows that each of its commands did, but for one whose end a filter hides. */
function settleParts(state: Commands, chain: string, piped: boolean): void {
  if (!isChain(chain)) return;
  const parts = chain.split('&&').map((part) => keep(part.trim(), lengths.command));
  for (const part of piped ? parts.slice(0, -1) : parts) {
    const row = getRow(state.rows, part);
    if (row !== undefined && row.outcome !== 'ok')
      setRow(state.rows, part, { ...row, outcome: 'ok' });
  }
}

function countFamily(state: Commands, name: string, from: Provenance): void {
  const kept = keep(name, 80);
  const runs = (getRow(state.families, kept)?.runs ?? 0) + 1;
  putRow(state.families, kept, { name: kept, runs, from }, limits.commandFamilies);
}

/** The kinds of command, the latest first. */
function familyFacts(state: Commands): Fact[] {
  return rowsOf(state.families)
    .reverse()
    .map(({ name, runs, from }) => ({
      kind: 'command.family',
      value: name,
      ...(runs > 1 ? { detail: `×${runs}` } : {}),
      from,
    }));
}
