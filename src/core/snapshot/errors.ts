import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { gitRuns } from '../snapshot/git-words.ts';
import { commandKey } from './command-key.ts';
import { errorLine, wentWell } from './error-line.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { limits } from './limits.ts';
import { resolvePath } from './paths.ts';
import { dropRow, newTable, putRow, rowsOf, type Table } from './table.ts';
import { isTestCommand } from './test-command.ts';

interface ErrorRow {
  value: string;
  line: string;
  state: string;
  call: number;
  /** Calls after which it is taken for stale. */
  life: number;
  from: Provenance;
}

const settling = /\b(?:commit|merge|rebase|push|pull|cherry-pick|am)\b/;

export type Errors = Table<ErrorRow>;

/**
 * Failures that nothing settled since: of commands, by program and sub-command, and of edits, by file.
 * Tests have their own family. An error that was never met again for long is not listed.
 */
export const errors: Family<Errors> = {
  initial: () => newTable(),

  step(state: Errors, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call === undefined) return;
    if (call.kind === 'edit' || call.kind === 'write') {
      for (const path of call.paths) {
        const name = resolvePath(path, call.cwd);
        settle(state, item, context, `edit ${name}`, `edit of ${name}`, 8);
      }
    } else if (call.kind === 'shell' && call.command !== undefined) {
      const key = commandKey(call.command);
      if (key === undefined) return;
      if (succeeded(item)) for (const family of key.settled) dropRow(state, family);
      if (isTestCommand(call.command)) return;
      if (key.sort === 'look' || key.sort === 'chore') return;
      const isGit = key.family.startsWith('git ');
      // Git's commands settle each other: a conflict by a commit, a refused push by a pull.
      if (isGit && item.result.outcome === 'ok' && !gitRuns(key.command, settling)) return;
      const oneOff = key.command.length > 200 || key.command.includes('\n');
      const name = isGit ? 'git' : key.family;
      settle(state, item, context, name, key.command, oneOff ? 25 : 150, key.piped);
    }
  },

  facts: (state, { calls }) =>
    rowsOf(state)
      .filter((row) => calls - row.call <= row.life)
      .map(
        (row): Fact => ({
          kind: 'error.open',
          value: row.value,
          detail: row.line,
          state: row.state,
          from: row.from,
        }),
      ),
};

function settle(
  state: Errors,
  item: ConversationItem & { type: 'result' },
  context: FoldContext,
  key: string,
  value: string,
  life: number,
  piped = false,
): void {
  const { outcome, exitCode, text } = item.result;
  if (wentWell(item, { piped })) {
    dropRow(state, key);
    return;
  }
  if (outcome !== 'failed' && !exitCode) return;
  const row = {
    value: keep(value, 240),
    line: errorLine(text),
    state: exitCode ? `exit ${exitCode}` : 'failed',
    call: context.calls,
    life,
    from: context.from,
  };
  putRow(state, key, row, limits.errors);
}
