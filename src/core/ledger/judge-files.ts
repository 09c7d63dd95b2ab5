import { joinPath, relativeTo } from '../task/path.ts';
import { changedOnDisk, changesOf, filesOf, lastOf, matchesSome, unmatched } from './changes.ts';
import { readData } from './data-text.ts';
import { isRecorded } from './entry.ts';
import { shapeFault } from './json-shape.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, matchesNothing, type Verdict, when } from './verdict.ts';

export function judgeChanged({ changed }: PredicateOf<'changed'>, grounds: Grounds): Verdict {
  const globs = changed.join(', ');
  const finished = grounds.calls.filter((entry) => entry.outcome === 'ok' && isRecorded(entry));
  const change = lastOf(changesOf(finished, changed, grounds.tree.project));
  if (change === undefined) {
    const { tree, session } = grounds;
    if (!matchesSome(session.calls, changed, tree.project, filesOf(tree, changed)))
      return matchesNothing(changed);
    return fails(`No call changed a file of ${globs}.`, `Change a file of ${globs}.`);
  }
  const path = relativeTo(change.path, grounds.tree.project);
  return holds(`${path} was changed${when(change.entry)}.`, [change.entry]);
}

export function judgeUnchanged(
  { unchanged }: PredicateOf<'unchanged'>,
  { calls, tree, session, start: begun }: Grounds,
): Verdict {
  const globs = unchanged.join(', ');
  const next = begun
    ? `Undo it, and begin the step anew, so that it changes nothing of ${globs}.`
    : `Begin a session that changes nothing of ${globs}.`;
  const change = lastOf(changesOf(calls, unchanged, tree.project));
  if (change !== undefined) {
    return fails(
      `${relativeTo(change.path, tree.project)} was changed${when(change.entry)}.`,
      next,
      [change.entry],
    );
  }
  const there = filesOf(tree, unchanged);
  if (!matchesSome(session.calls, unchanged, tree.project, there)) return matchesNothing(unchanged);
  const start = begun ?? calls.find((entry) => entry.time !== undefined)?.time;
  const late = changedOnDisk(there, tree.project, start);
  return late === undefined
    ? holds(
        `Nothing of ${globs} was changed ${begun ? 'since then' : 'in this session'}${unmatched(session.calls, unchanged, tree.project, there)}.`,
      )
    : fails(`No call shows it, but ${late}.`, next);
}

export function judgeFile(predicate: PredicateOf<'file'>, { tree }: Grounds): Verdict {
  const { file, exists, contains, sha256, schema } = predicate;
  const path = joinPath(tree.project, file);
  if (!exists) {
    return tree.exists(path)
      ? fails(`${file} is there.`, `Remove ${file}.`)
      : holds(`${file} is not there.`);
  }
  if (!tree.exists(path)) return fails(`${file} is not there.`, `Write ${file}.`);
  if (contains === undefined && sha256 === undefined && schema === undefined)
    return holds(`${file} is there.`);
  const text = tree.readText(path);
  if (text === undefined) return fails(`${file} cannot be read.`, `Make ${file} a readable text.`);
  if (contains !== undefined && !text.includes(contains)) {
    return fails(`${file} does not hold the text "${contains}".`, `Write that text into ${file}.`);
  }
  if (sha256 !== undefined && tree.digest(text) !== sha256) {
    return fails(
      `${file} has another content: its SHA-256 is ${tree.digest(text)}.`,
      `Bring ${file} to the wanted content.`,
    );
  }
  if (schema !== undefined) {
    const { value, line } = readData(text);
    const fault =
      line === undefined
        ? shapeFault(schema, value)
        : `it is neither JSON nor YAML from line ${line} on`;
    if (fault !== undefined) {
      return fails(`${file} is not as the schema asks: ${fault}.`, `Fix ${file}.`);
    }
  }
  return holds(`${file} is as wanted.`);
}

export async function judgeTree(
  { tree: wanted }: PredicateOf<'tree'>,
  grounds: Grounds,
): Promise<Verdict> {
  const { tree, calls } = grounds;
  const git = await tree.git();
  if (git === undefined) {
    return fails(`Git tells nothing of ${tree.project}.`, 'Run it in a work tree of git.');
  }
  if (typeof wanted === 'object') {
    return git.branch === wanted.branch
      ? holds(`The branch is ${wanted.branch}.`)
      : fails(
          `The branch is ${git.branch ?? 'none'} and not ${wanted.branch}.`,
          `Check out ${wanted.branch}.`,
        );
  }
  const own = new Set(calls.flatMap((entry) => entry.changed ?? []).map((file) => file.path));
  const open = wanted === 'clean' ? git.changed : git.changed.filter((path) => own.has(path));
  const [first, ...more] = open.map((path) => relativeTo(path, tree.project));
  if (first === undefined) {
    return holds(
      wanted === 'clean' ? 'The work tree is clean.' : 'What this session changed is committed.',
    );
  }
  return fails(
    `Not committed: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}.`,
    'Commit it.',
  );
}
