import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { gitRuns } from '../snapshot/git-words.ts';
import { type CommandKey, commandKey } from './command-key.ts';
import { errorLine, wentWell } from './error-line.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { limits } from './limits.ts';
import { fileEffects } from './shell-effects.ts';
import { dropRow, entriesOf, getRow, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Attempt {
  value: string;
  /** Absent for a change that was undone. */
  family?: string;
  line: string;
  /** Failures since the last success, and how many of them came after a change made since the one before. */
  fails: number;
  afterEdits: number;
  /** Number of edits when it failed last. */
  edits: number;
  from: Provenance;
}

export interface Attempts {
  edits: number;
  rows: Table<Attempt>;
}

/** What was tried and did not work: commands that went on failing although files were changed, and changes that were undone. */
export const attempts: Family<Attempts> = {
  initial: () => ({ edits: 0, rows: newTable() }),

  step(state: Attempts, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call === undefined) return;
    if (call.kind === 'edit' || call.kind === 'write') {
      if (succeeded(item)) state.edits += 1;
      return;
    }
    if (
      call.kind !== 'shell' ||
      call.command === undefined ||
      item.result.backgroundId !== undefined
    )
      return;
    if (succeeded(item)) undone(state, call.command, call.cwd, context.from);
    const key = commandKey(call.command);
    if (key === undefined || key.sort === 'look' || key.sort === 'chore') return;
    if (wentWell(item, key)) settle(state, key.family);
    else if (item.result.outcome === 'failed' || item.result.exitCode) {
      failed(state, key, item.result.text, context.from);
    }
  },

  facts: (state) =>
    rowsOf(state.rows)
      .filter((row) => row.family === undefined || row.afterEdits >= 1)
      .map(
        (row): Fact => ({
          kind: 'attempt.failed',
          value: row.value,
          detail:
            row.family === undefined
              ? row.line
              : `failed ${row.fails} times with changes between: ${row.line}`,
          state: row.family === undefined ? 'undone' : 'failing',
          from: row.from,
        }),
      ),
};

function failed(state: Attempts, key: CommandKey, text: string, from: Provenance): void {
  const name = `run ${keep(key.command, 400)}`;
  const old = getRow(state.rows, name);
  const changed = old !== undefined && old.edits < state.edits;
  const row: Attempt = {
    value: keep(key.command, 240),
    family: keep(key.family, 120),
    line: errorLine(text),
    fails: (old?.fails ?? 0) + 1,
    afterEdits: (old?.afterEdits ?? 0) + (changed ? 1 : 0),
    edits: state.edits,
    from,
  };
  putRow(state.rows, name, row, limits.attempts);
}

/** What works by now is no failed attempt, whichever way it was called. */
function settle(state: Attempts, family: string): void {
  for (const [key, row] of entriesOf(state.rows))
    if (row.family === family) dropRow(state.rows, key);
}

/** Changes that git took back by a plain command. */
function undone(state: Attempts, command: string, cwd: string | undefined, from: Provenance): void {
  if (gitRuns(command, /\brevert\b/) && !/--abort|--continue/.test(command)) {
    put(state, 'a commit was reverted', keep(command, 200), from);
  }
  if (!gitRuns(command, /\b(?:checkout|restore|reset)\b/)) return;
  for (const effect of fileEffects(command, cwd)) {
    if (effect.type === 'restore')
      put(
        state,
        `changes to ${effect.path ?? 'all files'} were thrown away`,
        keep(command, 200),
        from,
      );
  }
}

function put(state: Attempts, value: string, line: string, from: Provenance): void {
  const row: Attempt = { value, line, fails: 0, afterEdits: 0, edits: state.edits, from };
  putRow(state.rows, `undo ${value}`, row, limits.attempts);
}
