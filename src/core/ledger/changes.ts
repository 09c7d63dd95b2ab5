import type { CallEntry } from './entry.ts';
import { globTest } from './glob.ts';
import type { Tree } from './verdict.ts';

/** The latest change of files that a test takes. */
export interface LastChange {
  path: string;
  entry: CallEntry;
}

/** The last change that the ledger shows of files that globs take. A call without a result may still be changing them. */
export function lastChange(
  calls: readonly CallEntry[],
  globs: readonly string[],
  project: string,
): LastChange | undefined {
  const takes = globTest(globs, project);
  let last: LastChange | undefined;
  for (const entry of calls) {
    for (const path of changedPaths(entry)) {
      if (takes(path) && (last === undefined || endOf(entry) >= endOf(last.entry))) {
        last = { path, entry };
      }
    }
  }
  return last;
}

/** The place at which a call was over; one without a result never is. */
export function endOf(entry: CallEntry): number {
  return entry.ended ?? Number.POSITIVE_INFINITY;
}

function changedPaths(entry: CallEntry): string[] {
  if (entry.changed !== undefined) return entry.changed.map((file) => file.path);
  const isOpenChange =
    entry.ended === undefined && (entry.does === 'edit' || entry.does === 'write');
  return isOpenChange ? entry.paths : [];
}

/** A file that the disk shows to have changed behind a moment, though no entry does. */
export function changedOnDisk(
  tree: Tree,
  globs: readonly string[],
  since: string | undefined,
): { path: string; at: string } | undefined {
  const sinceMs = since === undefined ? Number.NaN : Date.parse(since);
  if (Number.isNaN(sinceMs)) return undefined;
  const late = tree
    .files(globTest(globs, tree.project))
    .found.filter((file) => file.modifiedMs > sinceMs + slackMs)
    .sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))[0];
  return late && { path: late.path, at: new Date(late.modifiedMs).toISOString() };
}

/** Records and file systems round times. */
const slackMs = 1_000;
