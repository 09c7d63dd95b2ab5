import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { purposeOf } from './call-purpose.ts';
import { errorLine } from './error-line.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { lengths, limits } from './limits.ts';
import { dropRow, getRow, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Failure {
  form: string;
  cwd?: string;
  line: string;
  /** Successful edits and calls before it. */
  edits: number;
  call: number;
  tries: number;
  /** Of a tool or a page: a failure that nothing settles is told as a dead end. Commands have families of their own for that. */
  dead: boolean;
  from: Provenance;
}

interface Working {
  form: string;
  failed: string;
  line: string;
  from: Provenance;
}

export interface Works {
  edits: number;
  failed: Table<Failure>;
  rows: Table<Working>;
}

/** Calls between a failure and a success that still belong together. */
const near = 30;
const deadTries = 2;
const longest = 200;

/** The form of a call that worked after another form of the same purpose had failed, and what failed in every form. */
export const works: Family<Works> = {
  initial: () => ({ edits: 0, failed: newTable(), rows: newTable() }),

  step(state: Works, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call === undefined) return;
    if (call.kind === 'edit' || call.kind === 'write') {
      if (succeeded(item)) state.edits += 1;
      return;
    }
    const purpose = purposeOf(call);
    // A long line is a script: another is no other form of it.
    if (
      purpose === undefined ||
      (call.command?.length ?? 0) > longest ||
      item.result.backgroundId !== undefined
    )
      return;
    const { outcome, exitCode } = item.result;
    const known = getRow(state.failed, purpose.key);
    if (outcome === 'failed' || (outcome === 'ok' && (exitCode ?? 0) !== 0)) {
      const row: Failure = {
        form: purpose.form,
        line: errorLine(item.result.text),
        edits: state.edits,
        call: call.index,
        tries: (known?.tries ?? 0) + 1,
        dead: call.kind !== 'shell',
        from: context.from,
      };
      if (call.cwd !== undefined) row.cwd = keep(call.cwd, lengths.path);
      putRow(state.failed, purpose.key, row, limits.failedCalls);
      return;
    }
    if (known === undefined || !succeeded(item)) return;
    dropRow(state.failed, purpose.key);
    // After an edit it works because something was fixed, not because of its form.
    const fixed = call.kind === 'shell' && known.edits !== state.edits;
    const moved = known.cwd !== undefined && call.cwd !== undefined && known.cwd !== call.cwd;
    if (fixed || call.index - known.call > near) return;
    if (known.form === purpose.form && !moved) return;
    const row: Working = {
      form: moved ? `(in ${keep(call.cwd!, 200)}) ${purpose.form}` : purpose.form,
      failed: known.form,
      line: known.line,
      from: context.from,
    };
    putRow(state.rows, purpose.key, row, limits.works);
  },

  facts: (state) => [
    ...rowsOf(state.rows).map(
      ({ form, failed, line, from }): Fact => ({
        kind: 'works',
        value: form,
        detail: `${failed}: ${line}`,
        state: 'ok',
        from,
      }),
    ),
    ...rowsOf(state.failed)
      .filter(({ dead, tries }) => dead && tries >= deadTries)
      .map(
        ({ form, tries, line, from }): Fact => ({
          kind: 'attempt.failed',
          value: form,
          detail: `failed ${tries} times: ${line}`,
          state: 'failing',
          from,
        }),
      ),
  ],
};

/** Forms of commands that failed, each with the one that then worked, oldest first. */
export function workingCommands({ rows }: Works): { failed: string; form: string; line: string }[] {
  return Object.entries(rows.rows)
    .filter(([key]) => key.startsWith(':run '))
    .map(([, { failed, form, line }]) => ({ failed, form, line }));
}
