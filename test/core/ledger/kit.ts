import { createHash } from 'node:crypto';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { collectItem, newCollectState } from '../../../src/core/ledger/collect.ts';
import type { LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { judge } from '../../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import type { Tree, Verdict } from '../../../src/core/ledger/verdict.ts';
import { type Loose, session } from '../snapshot/build.ts';

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The project `/w` with these files, by absolute path. */
export interface Disk {
  [path: string]: { text: string; modified?: string };
}

export function treeOf(disk: Disk, more: Partial<Tree> = {}): Tree {
  return {
    project: '/w',
    digest,
    readText: (path) => disk[path]?.text,
    exists: (path) => path in disk,
    files: (test) => ({
      found: Object.entries(disk)
        .filter(([path]) => test(path))
        .map(([path, file]) => ({ path, modifiedMs: Date.parse(file.modified ?? '2020-01-01') })),
      whole: true,
    }),
    git: () => Promise.resolve(undefined),
    run: () => Promise.resolve({ refused: 'nothing is run in this test' }),
    ...more,
  };
}

/** Every line that a reading of the items gives, not reconciled. */
export function linesOf(items: readonly ConversationItem[], disk: Disk = {}): LedgerEntry[] {
  const state = newCollectState();
  const lines: LedgerEntry[] = [];
  const ports = {
    digest,
    readText: (path: string) => disk[path]?.text,
    now: '2026-02-01T00:00:00Z',
  };
  for (const item of items) collectItem(state, item, ports, (entry) => lines.push(entry));
  return lines;
}

export const place: Loose = { type: 'place', cwd: '/w' };

/** What a predicate comes to in a session that began in `/w`. */
export function asked(
  predicate: unknown,
  parts: (Loose | Loose[])[],
  disk: Disk = {},
  more: Partial<Tree> = {},
): Promise<Verdict> {
  const entries = reconcile(linesOf(session(place, ...parts), disk));
  return judge(parsePredicate(predicate), entries, treeOf(disk, more));
}
