import { mergeRanges, missingRanges } from '../recovery/ranges.ts';
import { joinPath, relativeTo } from '../task/path.ts';
import { type CallEntry, isRecorded } from './entry.ts';
import { globTest } from './glob.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, type Verdict } from './verdict.ts';

/**
 * Whether calls of the session itself together put every line of the file, as it is now, before the model. What an agent
 * below it read, its model did not see.
 */
export function judgeRead({ read }: PredicateOf<'read'>, { calls, tree }: Grounds): Verdict {
  const path = joinPath(tree.project, read);
  const text = tree.readText(path);
  const next = `Read ${read} whole.`;
  if (text === undefined) return fails(`${read} is not there, or cannot be read.`, next);
  const hash = tree.digest(text);
  const showing = calls.filter(
    (entry) =>
      entry.agent === undefined &&
      isRecorded(entry) &&
      entry.shown?.some((file) => file.path === path),
  );
  if (showing.length === 0) return fails(`No call shows lines of ${read}.`, next);
  const now = showing.flatMap((entry) =>
    (entry.shown ?? []).filter((file) => file.path === path && file.sha256 === hash),
  );
  if (now.length === 0) return fails(`${read} was changed after it was read.`, next, showing);
  const missing = missingRanges(mergeRanges(now.flatMap((file) => file.ranges)), now[0]!.lines);
  const first = missing[0];
  return first === undefined
    ? holds(`${read} was read whole, as it is now.`, showing)
    : fails(`Of ${read} lines ${first[0]} to ${first[1]} were not read.`, next, showing);
}

/** The files that a call shows; a command that printed nothing (`head -n 0`) shows none but empty ones. */
export function shownPaths({ shown = [], output }: CallEntry): string[] {
  const seen = output?.characters === 0 ? shown.filter((file) => file.lines === 0) : shown;
  return seen.map((file) => file.path);
}

/** Whether so many distinct files were looked into by calls that ended well. */
export function judgeExplored(
  predicate: PredicateOf<'explored'>,
  { calls, tree }: Grounds,
): Verdict {
  const takes = globTest(predicate.in ?? ['**'], tree.project);
  const found = new Map<string, CallEntry>();
  for (const entry of calls) {
    if (entry.outcome !== 'ok' || !isRecorded(entry)) continue;
    const read = entry.does === 'read' ? entry.paths : [];
    for (const path of [...read, ...shownPaths(entry)]) {
      if (takes(path) && !found.has(path)) found.set(path, entry);
    }
  }
  const told = [...found.keys()].map((path) => relativeTo(path, tree.project)).join(', ');
  const rest = [...new Set(found.values())];
  return found.size >= predicate.explored
    ? holds(`${found.size} distinct files were read: ${told}.`, rest)
    : fails(
        `${found.size} of ${predicate.explored} distinct files were read${told ? `: ${told}` : ''}.`,
        moreFiles(predicate.explored - found.size),
        rest,
      );
}

function moreFiles(count: number): string {
  return count === 1 ? 'Read one more file.' : `Read ${count} more files.`;
}
