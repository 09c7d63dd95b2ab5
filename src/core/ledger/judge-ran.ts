import { joinPath, relativeTo } from '../task/path.ts';
import { mayEndBehind } from './agent-spans.ts';
import { changedOnDisk, changesOf, filesOf, lastOf, matchesSome, unmatched } from './changes.ts';
import { commandRun } from './command-run.ts';
import { type CallEntry, isRecorded } from './entry.ts';
import { judgeSetting } from './judge-setting.ts';
import type { PredicateOf } from './predicate.ts';
import { provesNothing } from './script-proof.ts';
import { fails, type Grounds, holds, matchesNothing, type Verdict, when } from './verdict.ts';

type Ran = PredicateOf<'ran'>;

/** Whether a command was run, ended as wanted, and nothing that it depends on was changed since. */
export async function judgeRan(predicate: Ran, grounds: Grounds): Promise<Verdict> {
  const wanted = predicate.ran;
  const next = nextStep(predicate);
  const { good, near } = runsOf(predicate, grounds);
  if (good.length === 0) {
    return near === undefined
      ? fails(`No call ran "${wanted}".`, next)
      : fails(
          `"${wanted}" in ${near.entry.id}${when(near.entry)} does not count: ${near.why}.`,
          next,
          [near.entry],
        );
  }
  const folder = joinPath(grounds.tree.project, predicate.in);
  let last: Verdict | undefined;
  for (const run of good.toReversed()) {
    const fresh = judgeFresh(run, predicate, grounds, next);
    const odd = fresh.holds ? await judgeSetting(run, predicate, folder, grounds) : undefined;
    if (fresh.holds && odd === undefined) return fresh;
    last ??= odd ?? fresh;
  }
  return last!;
}

/** The runs that count, and the last call that comes near to one. */
function runsOf(
  predicate: Ran,
  { calls, tree }: Grounds,
): { good: CallEntry[]; near: { entry: CallEntry; why: string } | undefined } {
  const folder = joinPath(tree.project, predicate.in);
  const good: CallEntry[] = [];
  const otherwise: CallEntry[] = [];
  let near: { entry: CallEntry; why: string } | undefined;
  for (const entry of calls) {
    const run = commandRun(entry, predicate.ran);
    if (run.is === 'other') continue;
    const why = run.is === 'hidden' ? run.reason : failing(entry, run, predicate, folder);
    if (why === undefined && isRecorded(entry)) good.push(entry);
    else near = { entry, why: why ?? onlyTold };
    if (why !== undefined && run.is === 'run' && run.folder === folder) otherwise.push(entry);
  }
  // A later run of the very command that ended otherwise takes the earlier one's word back.
  const stand = good.filter((run) => !otherwise.some((other) => isLater(other, run)));
  return { good: stand, near };
}

const onlyTold = 'only an event told of it, and the record of the client does not show it yet';

/** Of two calls of one agent the one that began later; of two agents' the one that may have gone on longer. */
function isLater(other: CallEntry, run: CallEntry): boolean {
  return other.agent === run.agent ? other.began > run.began : mayEndBehind(other, run);
}

function judgeFresh(run: CallEntry, predicate: Ran, grounds: Grounds, next: string): Verdict {
  const { calls, tree, session } = grounds;
  const { ran: wanted, after } = predicate;
  if (after === undefined) return holds(`"${wanted}" ended as wanted${when(run)}.`, [run]);
  const own = commandRun(run, wanted);
  if (own.is === 'run' && own.undone) {
    return fails(
      `"${wanted}"${when(run)} is stale: what stands behind it on its line may have changed files again.`,
      next,
      [run],
    );
  }
  const there = filesOf(tree, after);
  if (!matchesSome(session.calls, after, tree.project, there)) return matchesNothing(after);
  const changes = changesOf(calls, after, tree.project).filter(({ entry }) => entry !== run);
  const change = lastOf(changes.filter(({ entry }) => mayEndBehind(entry, run)));
  if (change !== undefined) {
    const path = relativeTo(change.path, tree.project);
    const by = change.entry.agent === run.agent ? '' : ', or may have been, by another agent';
    return fails(
      `"${wanted}"${when(run)} is stale: ${path} was changed after it began${by}${when(change.entry)}.`,
      next,
      [run, change.entry],
    );
  }
  const late = changedOnDisk(there, tree.project, run.time);
  if (late !== undefined) {
    return fails(`"${wanted}"${when(run)} is stale: ${late} after it ended.`, next, [run]);
  }
  const last = lastOf(changes);
  return holds(
    `"${wanted}" ended as wanted${when(run)}, and nothing of ${after.join(', ')} was changed since it began${unmatched(session.calls, after, tree.project, there)}.`,
    last === undefined ? [run] : [run, last.entry],
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
  return provesNothing(entry.scripts ?? []);
}

function nextStep({ ran, exit, after, in: folder }: Ran): string {
  const place = folder === '.' ? "the project's folder" : folder;
  const end = exit === 0 ? 'exit code 0' : exit === 'failed' ? 'a failure' : `exit code ${exit}`;
  const since = after === undefined ? '' : `, after the last change of ${after.join(', ')}`;
  return `Run "${ran}" in ${place} as a call of its own, with ${end}${since}.`;
}
