import { joinPath, relativeTo } from '../task/path.ts';
import { changedOnDisk, endOf, lastChange } from './changes.ts';
import { commandRun } from './command-run.ts';
import type { CallEntry } from './entry.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, type Verdict, when } from './verdict.ts';

type Ran = PredicateOf<'ran'>;

/** Whether a command was run, ended as wanted, and nothing that it depends on was changed since. */
export function judgeRan(predicate: Ran, { calls, tree }: Grounds): Verdict {
  const wanted = predicate.ran;
  const folder = joinPath(tree.project, predicate.in);
  const next = nextStep(predicate);
  let near: { entry: CallEntry; why: string } | undefined;
  let good: CallEntry | undefined;
  for (const entry of calls) {
    const run = commandRun(entry, wanted);
    if (run.is === 'other') continue;
    const why = run.is === 'hidden' ? run.reason : failing(entry, run, predicate, folder);
    if (why === undefined) good = entry;
    // A later run of the very command that ended otherwise takes the earlier one's word back.
    else if (run.is === 'run' && run.folder === folder) good = undefined;
    if (why !== undefined) near = { entry, why };
  }
  if (good === undefined) {
    return near === undefined
      ? fails(`No call ran "${wanted}".`, next)
      : fails(
          `"${wanted}" in ${near.entry.id}${when(near.entry)} does not count: ${near.why}.`,
          next,
          [near.entry],
        );
  }
  if (predicate.after === undefined)
    return holds(`"${wanted}" ended as wanted${when(good)}.`, [good]);
  const globs = predicate.after.join(', ');
  const change = lastChange(calls, predicate.after, tree.project);
  if (change !== undefined && change.entry !== good && endOf(change.entry) > good.began) {
    const path = relativeTo(change.path, tree.project);
    return fails(
      `"${wanted}"${when(good)} is stale: ${path} was changed after it began${when(change.entry)}.`,
      next,
      [good, change.entry],
    );
  }
  const late = changedOnDisk(tree, predicate.after, good.time);
  if (late !== undefined) {
    return fails(`"${wanted}"${when(good)} is stale: ${late} after it ended.`, next, [good]);
  }
  const rest = change === undefined ? [good] : [good, change.entry];
  return holds(
    `"${wanted}" ended as wanted${when(good)}, and nothing of ${globs} was changed since it began.`,
    rest,
  );
}

function failing(
  entry: CallEntry,
  run: { folder: string | undefined; alone: boolean },
  { exit, filtered }: Ran,
  folder: string,
): string | undefined {
  if (run.folder !== folder) {
    return run.folder === undefined
      ? 'the folder it ran in is not known'
      : `it ran in ${run.folder} and not in ${folder}`;
  }
  if (entry.background) return 'it ran in the background, and how it ended is not known';
  if (entry.outcome === 'denied') return 'it was denied and did not run';
  if (entry.outcome === 'interrupted') return 'it was interrupted';
  if (entry.outcome === 'unknown') return 'no result of it is known';
  if (exit !== 0) {
    if (entry.outcome !== 'failed') return 'it ended with exit code 0';
    if (!run.alone)
      return 'another command stands beside it, so that the exit code may not be its own';
    if (entry.tests?.none) return 'it ran no test';
    if (exit === 'failed') return undefined;
    return entry.exitCode === exit
      ? undefined
      : `its exit code was ${entry.exitCode ?? 'not told'}`;
  }
  if (entry.outcome === 'failed')
    return `it failed${entry.exitCode ? ` with exit code ${entry.exitCode}` : ''}`;
  if (entry.tests?.verdict === 'red') return 'its output shows failing tests';
  if (entry.tests?.none) return 'it ran no test, or skipped all of them';
  if (entry.tests?.filtered && !filtered) return 'it left tests out';
  return undefined;
}

function nextStep({ ran, exit, after, in: folder }: Ran): string {
  const place = folder === '.' ? "the project's folder" : folder;
  const end = exit === 0 ? 'exit code 0' : exit === 'failed' ? 'a failure' : `exit code ${exit}`;
  const since = after === undefined ? '' : `, after the last change of ${after.join(', ')}`;
  return `Run "${ran}" in ${place} as a call of its own, with ${end}${since}.`;
}
