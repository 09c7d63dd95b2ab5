import { Fault } from '../core/errors.ts';
import { addWorkTree, git } from './git-worktree.ts';

/** What came of bringing the work of a work tree to the remote. */
export type Published =
  | { kind: 'nothing' }
  | { kind: 'pushed'; commit: string }
  | { kind: 'local'; commit: string; why: string };

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
 * Commits what is left in a work tree and pushes its branch to the remote, under its own name and never to the default branch. Where the remote
 * does not take it, the branch stays here and `why` says the reason. Can be repeated.
 */
export function publishTree(folder: string, branch: string, message: string): Published {
  const left = git(folder, ['status', '--porcelain']);
  if (!left.ok) return { kind: 'local', commit: 'unknown', why: left.err };
  let why = left.out === '' ? undefined : commitAll(folder, message);
  const head = git(folder, ['rev-parse', '--short', 'HEAD']).out;
  if (!hasNews(folder)) return why === undefined ? { kind: 'nothing' } : localOf(head, why);
  if (!hasRemote(folder)) return localOf(head, why ?? 'the project has no remote');
  if (defaultBranch(folder) === branch) why ??= 'it is the default branch';
  if (why !== undefined) return localOf(head, why);
  const pushed = git(folder, [
    'push',
    '--quiet',
    remote,
    `refs/heads/${branch}:refs/heads/${branch}`,
  ]);
  return pushed.ok ? { kind: 'pushed', commit: head } : localOf(head, `git push: ${pushed.err}`);
}

function localOf(commit: string, why: string): Published {
  return { kind: 'local', commit, why };
}

/** Gives why the changes could not be committed. */
function commitAll(folder: string, message: string): string | undefined {
  const added = git(folder, ['add', '--all']);
  if (!added.ok) return `git add: ${added.err}`;
  const isNamed = git(folder, ['config', 'user.email']).out !== '';
  const name = isNamed ? [] : ['-c', 'user.name=Holdfast', '-c', 'user.email=holdfast@localhost'];
  const made = git(folder, [...name, 'commit', '--quiet', '--message', message]);
  return made.ok ? undefined : `git commit: ${made.err}`;
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
function defaultBranch(folder: string): string | undefined {
  const name = ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`];
  let found = git(folder, name).out;
  if (found === '') {
    git(folder, ['remote', 'set-head', remote, '--auto']);
    found = git(folder, name).out;
  }
  return found === '' ? undefined : found.slice(remote.length + 1);
}
