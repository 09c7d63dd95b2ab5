import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { limits } from './limits.ts';
import { entriesOf, newTable, putRow, type Table } from './table.ts';

interface InstructionRow {
  hash: string;
  time?: string;
  nested?: true;
  globs?: string[];
}

export type Instructions = Table<InstructionRow>;

/** An instruction or memory file that the host put before the model, as it was then. */
export interface SentInstructions {
  path: string;
  /** By `instructionHash`. */
  hash: string;
  time?: string;
  /** It came with a file of its folder, and not with the session. */
  nested?: true;
  /** Files that it is for, where it is for some only. */
  globs?: string[];
}

/** Instruction files that the host sent, each as it was sent last. No facts of their own. */
export const instructions: Family<Instructions> = {
  initial: () => newTable(),

  step(state: Instructions, item: ConversationItem, { from }: FoldContext): void {
    if (item.type !== 'instructions') return;
    const row: InstructionRow = { hash: instructionHash(item.text) };
    if (from.time !== undefined) row.time = from.time;
    if (item.nested) row.nested = true;
    if (item.globs !== undefined)
      row.globs = item.globs.slice(0, 10).map((glob) => keep(glob, 120));
    putRow(state, keep(item.path, 400), row, limits.instructions);
  },

  facts: (): Fact[] => [],
};

export function instructionsOf(state: Instructions): SentInstructions[] {
  return entriesOf(state).map(([path, row]) => ({ path, ...row }));
}

/** The same for texts that differ in blank lines at their ends alone, which hosts cut. */
export function instructionHash(text: string): string {
  return fingerprint(
    text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .trim(),
  );
}
