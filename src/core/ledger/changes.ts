import { relativeTo } from '../task/path.ts';
import { endedIn } from './agent-spans.ts';
import type { CallEntry } from './entry.ts';
import { globTest } from './glob.ts';
import type { FoundFiles, Tree } from './verdict.ts';

/** A change of a file that a test takes. */
export interface Change {
  path: string;
  entry: CallEntry;
}

/** The changes that the ledger shows of files that globs take. A call without a result may still be changing them. */
export function changesOf(
  calls: readonly CallEntry[],
  globs: readonly string[],
  project: string,
): Change[] {
  const takes = globTest(globs, project);
  return calls.flatMap((entry) =>
    changedPaths(entry)
      .filter(takes)
      .map((path) => ({ path, entry })),
  );
}

/** The one that was over last. */
export function lastOf(changes: readonly Change[]): Change | undefined {
  let last: Change | undefined;
  for (const change of changes) {
    if (last === undefined || endedIn(change.entry) >= endedIn(last.entry)) last = change;
  }
  return last;
}

export function changedPaths(entry: CallEntry): string[] {
  if (entry.changed !== undefined) return entry.changed.map((file) => file.path);
  const isOpenChange =
    entry.ended === undefined && (entry.does === 'edit' || entry.does === 'write');
  return isOpenChange ? entry.paths : [];
}

/** The files that globs match and that are there. */
export function filesOf(tree: Tree, globs: readonly string[]): FoundFiles {
  return tree.files(globTest(globs, tree.project));
}

/** True where globs match a file that is there, or that the session changed. */
export function matchesSome(
  calls: readonly CallEntry[],
  globs: readonly string[],
  project: string,
  there: FoundFiles,
): boolean {
  if (changesOf(calls, globs, project).length > 0) return true;
  return there.found.length > 0 || !there.whole;
}

/** Globs among several that match nothing, as the end of a sentence; empty where each matches something. */
export function unmatched(
  calls: readonly CallEntry[],
  globs: readonly string[],
  project: string,
  there: FoundFiles,
): string {
  if (!there.whole) return '';
  const idle = globs.filter(
    (glob) =>
      !glob.startsWith('!') &&
      !there.found.some(({ path }) => globTest([glob], project)(path)) &&
      changesOf(calls, [glob], project).length === 0,
  );
  return idle.length === 0 ? '' : ` (no file matches ${idle.join(', ')})`;
}

/**
 * What the disk shows to have changed behind a moment, though no entry does, as a sentence without its end; undefined
 * where nothing did, or no moment is known. Where there are too many files to look at all of them, that is told.
 */
export function changedOnDisk(
  { found, whole }: FoundFiles,
  project: string,
  since: string | undefined,
): string | undefined {
  const sinceMs = since === undefined ? Number.NaN : Date.parse(since);
  if (Number.isNaN(sinceMs)) return undefined;
  const late = found
    .filter((file) => file.modifiedMs > sinceMs + slackMs)
    .sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))[0];
  if (late !== undefined) {
    const at = new Date(late.modifiedMs).toISOString();
    return `${relativeTo(late.path, project)} was changed on disk at ${at}`;
  }
  return whole
    ? undefined
    : 'the project holds more files than are looked at, so that one may have changed';
}

/** Records and file systems round times. */
const slackMs = 1_000;
