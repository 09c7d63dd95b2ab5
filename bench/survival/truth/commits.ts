import type { Done } from './calls.ts';
import type { Fact } from './fact.ts';
import { commandOf, toolRole } from './known-tools.ts';
import { phrase, words } from './matcher.ts';
import { programWords, simpleCommands } from './shell-text.ts';

export interface CommitTruth {
  id: string;
  subject: string;
  line: number;
  /** What was staged for it by name; undefined when everything was. */
  staged: string[] | undefined;
}

/** Commits that git itself reported: `[branch id] subject`, each with what was staged for it since the one before. */
export function commitTruth(done: readonly Done[]): CommitTruth[] {
  const commits: CommitTruth[] = [];
  let staged: string[] = [];
  for (const one of done) {
    // A call that failed can have committed all the same: the push behind it failed.
    if (toolRole(one.call.tool) !== 'shell') continue;
    const added = addedPaths(commandOf(one.call.input) ?? '');
    staged.push(...added.paths);
    const found = [...one.result.text.matchAll(/^\[[^\]\n]*?([0-9a-f]{7,12})\] (.+)$/gm)];
    if (!added.commits || found.length === 0) continue;
    const everything = staged.includes('.') || staged.length === 0;
    for (const match of found) {
      commits.push({
        id: match[1]!,
        subject: match[2]!,
        line: one.line,
        staged: everything ? undefined : staged,
      });
    }
    staged = [];
  }
  return commits;
}

/** Paths that a shell text stages; `.` stands for all. */
function addedPaths(command: string): { paths: string[]; commits: boolean } {
  const paths: string[] = [];
  let commits = false;
  for (const simple of simpleCommands(command)) {
    const words = programWords(simple);
    if (words[0] !== 'git') continue;
    const verb = words.slice(1).find((word) => !word.startsWith('-'));
    if (verb === 'add' || verb === 'rm') {
      const rest = words.slice(words.indexOf(verb) + 1);
      const all = rest.some((word) => /^(-A|--all|-u|--update|\.)$/.test(word));
      paths.push(...(all ? ['.'] : rest.filter((word) => !word.startsWith('-'))));
    } else if (verb === 'commit') {
      commits = true;
      if (words.some((word) => /^(-a\w*|--all)$/.test(word))) paths.push('.');
    }
  }
  return { paths, commits };
}

/** True when a commit behind `line` held the file. */
export function isCommitted(path: string, line: number, commits: readonly CommitTruth[]): boolean {
  return commits.some(
    (commit) =>
      commit.line > line &&
      (commit.staged === undefined ||
        commit.staged.some(
          (one) =>
            one === path ||
            path.startsWith(`${one}/`) ||
            path.endsWith(`/${one}`) ||
            one.endsWith(`/${path}`),
        )),
  );
}

/** A commit counts as told by its id, by its subject unbroken, or by four of five of the subject's words close together. */
export function commitFacts(commits: readonly CommitTruth[], segment: number): Fact[] {
  return commits.map(({ id, subject, line }) => ({
    id: `commit ${id}`,
    kind: 'commit',
    value: `${id} ${subject}`,
    match: {
      by: 'any',
      of: [phrase(id.slice(0, 7)), phrase(id), phrase(subject), words(subject, 0.8, 30)],
    },
    state: 'true_at_boundary',
    source: 'tool-result',
    line,
    segment,
  }));
}
