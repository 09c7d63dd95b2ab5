import { joinPath } from '../task/path.ts';
import { commandRun } from './command-run.ts';
import { type CallEntry, isRecorded } from './entry.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, type Verdict } from './verdict.ts';

/** Whether the last runs of a command failed alike: with the same exit code and, but for digits, the same output. */
export function judgeFailing(
  { failing, times, in: where }: PredicateOf<'failing'>,
  { calls, tree }: Grounds,
): Verdict {
  const folder = joinPath(tree.project, where);
  const runs = calls.filter((entry) => {
    const run = commandRun(entry, failing);
    const isDenied = entry.outcome === 'denied';
    return run.is === 'run' && run.folder === folder && !isDenied && isRecorded(entry);
  });
  const last = runs.slice(-times);
  const next = `Nothing is to be done for this: it holds when "${failing}" failed ${times} times alike.`;
  const [first] = last;
  if (first === undefined || last.length < times) {
    return fails(`"${failing}" was run ${runs.length} of ${times} times.`, next, last);
  }
  const isAlike = last.every(
    (entry) => isFailure(entry) && mark(entry) === mark(first) && mark(entry) !== undefined,
  );
  return isAlike
    ? holds(`The last ${times} runs of "${failing}" failed alike.`, last)
    : fails(`The last ${times} runs of "${failing}" did not fail alike.`, next, last);
}

function isFailure({ outcome }: CallEntry): boolean {
  return outcome === 'failed';
}

function mark({ exitCode, output }: CallEntry): string | undefined {
  return output?.alike === undefined ? undefined : `${exitCode ?? ''} ${output.alike}`;
}
