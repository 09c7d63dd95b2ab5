import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { commandKey } from './command-key.ts';
import { errorLine } from './error-line.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { limits } from './limits.ts';
import { fileEffects } from './shell-effects.ts';
import { dropRow, getRow, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Attempt {
  value: string;
  line: string;
  /** Failures since the last success, and how many of them came after a change made since the one before. */
  fails: number;
  afterEdits: number;
  /** Number of edits when it failed last. */
  edits: number;
  undone: boolean;
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
    const name = `run ${key.command}`;
    if (succeeded(item)) dropRow(state.rows, keep(name, 400));
    else if (item.result.outcome === 'failed' || item.result.exitCode)
      failed(state, keep(name, 400), keep(key.command, 240), item.result.text, context.from);
  },

  facts: (state) =>
    rowsOf(state.rows)
      .filter((row) => row.undone || row.afterEdits >= 1)
      .map(
        (row): Fact => ({
          kind: 'attempt.failed',
          value: row.value,
          detail: row.undone
            ? row.line
            : `failed ${row.fails} times with changes between: ${row.line}`,
          state: row.undone ? 'undone' : 'failing',
          from: row.from,
        }),
      ),
};

function failed(
  state: Attempts,
  name: string,
  value: string,
  text: string,
  from: Provenance,
): void {
  const old = getRow(state.rows, name);
  const row = {
    value,
    line: errorLine(text),
    fails: (old?.fails ?? 0) + 1,
    afterEdits: (old?.afterEdits ?? 0) + (old !== undefined && old.edits < state.edits ? 1 : 0),
    edits: state.edits,
    undone: false,
    from,
  };
  putRow(state.rows, name, row, limits.attempts);
}

/** Changes that git took back by a plain command. */
function undone(state: Attempts, command: string, cwd: string | undefined, from: Provenance): void {
  if (/\bgit\b[^|;&\n]{0,80}\brevert\b/.test(command) && !/--abort|--continue/.test(command)) {
    put(state, 'a commit was reverted', keep(command, 200), from);
  }
  if (!/\bgit\b[^|;&\n]{0,80}\b(?:checkout|restore|reset)\b/.test(command)) return;
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
  putRow(
    state.rows,
    `undo ${value}`,
    { value, line, fails: 0, afterEdits: 0, edits: state.edits, undone: true, from },
    limits.attempts,
  );
}
