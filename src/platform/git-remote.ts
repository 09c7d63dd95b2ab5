import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../core/errors.ts';
import { changedFiles, stagedChanges } from './git-patch.ts';
import { addWorkTree, git } from './git-worktree.ts';

/** What came of bringing the work of a work tree to the remote. */
export type Published = { withheld: Withheld[] } & (
  | { kind: 'nothing' }
  | { kind: 'pushed'; commit: string }
  | { kind: 'local'; commit: string; why: string }
);

/** A changed file that was not committed. */
export interface Withheld {
  path: string;
  /** `unchecked`: git did not say what changed in it. */
  why: 'secret' | 'large' | 'unchecked';
}

/** How what is left in a work tree is committed. */
export interface LeftChanges {
  /** The message of the commit. `files`: what it holds, none of which the agent committed. */
  message(files: readonly string[]): string;
  /** The files of a patch that hold a secret, by the patch's own names. */
  secretsIn(patch: string): string[];
}

/** Larger files are not committed, in bytes. */
const largestFile = 5 * 1024 * 1024;

const remote = 'origin';

/**
 * Makes a work tree on a branch that begins where the remote stands: at the remote's branch of that name, else at its default branch. Without a
 * remote it begins at the current commit. Throws a Fault where the remote cannot be reached, or git refuses.
 */
export function treeOfRemote(project: string, folder: string, branch: string): void {
  if (!hasRemote(project)) {
    addWorkTree(project, folder, branch);
    return;
  }
  const fetched = git(project, ['fetch', '--quiet', remote]);
  if (!fetched.ok) {
    throw new Fault('refused', `git could not fetch from ${remote}: ${fetched.err}`, {
      hint: `See why with "git fetch ${remote}" in ${project}.`,
    });
  }
  const same = `refs/remotes/${remote}/${branch}`;
  const isThere = git(project, ['show-ref', '--verify', '--quiet', same]).ok;
  const main = isThere ? undefined : defaultBranch(project);
  const start = isThere ? same : main && `refs/remotes/${remote}/${main}`;
  addWorkTree(project, folder, branch, start);
  // A branch that is here already may lack what another machine pushed.
  if (isThere) git(folder, ['merge', '--quiet', '--ff-only', same]);
}

/**
 * Commits what is left in a work tree, but for large files and what looks like a secret, and pushes its branch to the remote, under its own
 * name and never to the default branch. Where the remote does not take it, the branch stays here and `why` says the reason. Can be repeated.
 */
export function publishTree(folder: string, branch: string, left: LeftChanges): Published {
  const withheld: Withheld[] = [];
  const status = git(folder, ['status', '--porcelain']);
  if (!status.ok) return { kind: 'local', commit: 'unknown', why: status.err, withheld };
  let why = status.out === '' ? undefined : commitLeft(folder, left, withheld);
  const head = git(folder, ['rev-parse', '--short', 'HEAD']).out;
  const local = (reason: string): Published => ({
    kind: 'local',
    commit: head,
    why: reason,
    withheld,
  });
  if (!hasNews(folder)) return why === undefined ? { kind: 'nothing', withheld } : local(why);
  if (!hasRemote(folder)) return local(why ?? 'the project has no remote');
  if (defaultBranch(folder) === branch) why ??= 'it is the default branch';
  if (why !== undefined) return local(why);
  const refs = `refs/heads/${branch}:refs/heads/${branch}`;
  const pushed = git(folder, ['push', '--quiet', remote, refs]);
  return pushed.ok ? { kind: 'pushed', commit: head, withheld } : local(`git push: ${pushed.err}`);
}

/** Gives why the changes could not be committed; adds what is not to be committed to `withheld`. */
function commitLeft(
  folder: string,
  { message, secretsIn }: LeftChanges,
  withheld: Withheld[],
): string | undefined {
  const changed = changedFiles(folder);
  const large = changed.filter((path) => sizeOf(join(folder, path)) > largestFile);
  const others = large.map((path) => `:(top,exclude,literal)${path}`);
  const added = git(folder, ['add', '--all', '--', ':(top)', ...others]);
  if (!added.ok) return `git add: ${added.err}`;
  // The agent may have staged some by itself.
  withhold(folder, large, 'large', withheld);
  const staged = stagedChanges(folder);
  const secret = staged && secretsIn(staged.patch);
  if (secret === undefined || secret.some((path) => !staged?.files.includes(path))) {
    const rest = changed.filter((path) => !large.includes(path));
    withhold(folder, rest, 'unchecked', withheld);
    return undefined;
  }
  withhold(folder, secret, 'secret', withheld);
  const files = staged!.files.filter((path) => !secret.includes(path));
  if (files.length === 0) return undefined;
  const isNamed = git(folder, ['config', 'user.email']).out !== '';
  const name = isNamed ? [] : ['-c', 'user.name=Holdfast', '-c', 'user.email=holdfast@localhost'];
  const made = git(folder, [...name, 'commit', '--quiet', '--message', message(files)]);
  return made.ok ? undefined : `git commit: ${made.err}`;
}

/** Takes files out of what is staged; they stay in the work tree as they are. */
function withhold(
  folder: string,
  paths: readonly string[],
  why: Withheld['why'],
  withheld: Withheld[],
): void {
  for (const path of paths) {
    git(folder, ['reset', '--quiet', 'HEAD', '--', `:(top,literal)${path}`]);
    withheld.push({ path, why });
  }
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** True where the current branch has commits that the remote's default branch lacks; without a remote, that no other branch has. */
function hasNews(folder: string): boolean {
  const own = git(folder, ['branch', '--show-current']).out;
  const main = defaultBranch(folder);
  const known = main === undefined ? `--remotes=${remote}` : `refs/remotes/${remote}/${main}`;
  const others = hasRemote(folder) ? [known] : [`--exclude=${own}`, '--branches'];
  return git(folder, ['rev-list', '--max-count=1', 'HEAD', '--not', ...others]).out !== '';
}

function hasRemote(folder: string): boolean {
  return git(folder, ['remote', 'get-url', remote]).ok;
}

/** The remote's default branch, by what is known here, else by what the remote says. */
export function defaultBranch(folder: string): string | undefined {
  const name = ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`];
  let found = git(folder, name).out;
  if (found === '') {
    git(folder, ['remote', 'set-head', remote, '--auto']);
    found = git(folder, name).out;
  }
  return found === '' ? undefined : found.slice(remote.length + 1);
}
