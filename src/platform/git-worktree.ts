import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Fault } from '../core/errors.ts';
import { appendLines } from './append-line.ts';
import { readSmall } from './small-files.ts';

const limitMs = 120_000;

/**
 * Makes a work tree of a repository in a folder on a branch, which is made from `start`, else the current commit, where there is none. A
 * folder that is this repository's work tree on that branch already is taken as it is, with all that is in it. Throws a
 * Fault with what git says.
 */
export function addWorkTree(
  project: string,
  folder: string,
  branch: string,
  start?: string,
): 'made' | 'there' {
  if (existsSync(folder)) {
    const common = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
    const same = git(folder, common).out === git(project, common).out;
    const current = git(folder, ['branch', '--show-current']).out;
    if (same && current === branch) return 'there';
    throw new Fault(
      'refused',
      `${folder} exists, but is not a work tree on the branch ${branch}.`,
      {
        hint: 'Move it away, or name another branch in the ticket.',
      },
    );
  }
  const known = git(project, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]).ok;
  const args = known
    ? [folder, branch]
    : ['--no-track', '-b', branch, folder, ...(start ? [start] : [])];
  const made = git(project, ['worktree', 'add', '--quiet', ...args]);
  if (made.ok) return 'made';
  throw new Fault('refused', `git could not create the work tree ${folder}: ${made.err}`, {
    hint: 'Fix that, or start the worker without --worktree.',
  });
}

/** True for a name that git takes for a branch. */
export function isBranchName(name: string): boolean {
  return !name.startsWith('-') && git('.', ['check-ref-format', '--branch', name]).ok;
}

/** Keeps a file of a work tree out of what git shows and adds, in this repository alone. Never throws. */
export function excludeFromGit(folder: string, path: string): void {
  const line = `/${path.replaceAll('\\', '/')}`;
  const { ok, out } = git(folder, [
    'rev-parse',
    '--path-format=absolute',
    '--git-path',
    'info/exclude',
  ]);
  if (!ok || readSmall(out)?.split('\n').includes(line)) return;
  try {
    appendLines(out, [line]);
  } catch {
    // It is shown as new then, which harms nothing.
  }
}

/** Runs git to its end, without a question to anybody. `err`: the last line of what it complains of. */
export function git(
  cwd: string,
  args: readonly string[],
): { ok: boolean; out: string; err: string } {
  // A hook of the repository has no need of the fleet's connection.
  const env = { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', HOLDFAST_FLEET: undefined };
  const ran = spawnSync('git', args, { cwd, env, encoding: 'utf8', timeout: limitMs });
  const err = (ran.error?.message ?? ran.stderr ?? '').trim().split('\n').at(-1) ?? '';
  return { ok: ran.status === 0, out: (ran.stdout ?? '').trim(), err };
}
