import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cleanGitEnvironment } from './git-environment.ts';
import { withScratchFolder } from './scratch-folder.ts';

const limitMs = 120_000;
const mostBytes = 60 * 1024 * 1024;

/** What git said. `out` is as it came, in bytes. */
interface Said {
  ok: boolean;
  out: Buffer;
  err: string;
}

/** The top folder of the work tree around a folder; undefined where it is none. */
export function workTreeTop(folder: string): string | undefined {
  return textOf(git(folder, ['rev-parse', '--show-toplevel']));
}

/** The commit that a work tree is at; undefined where there is none. */
export function headOf(top: string): string | undefined {
  return textOf(git(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']));
}

/** The branch that is checked out; undefined where none is. */
export function branchOf(top: string): string | undefined {
  return textOf(git(top, ['branch', '--show-current']));
}

/** True where a work tree's repository has a commit. */
export function hasCommit(top: string, commit: string): boolean {
  return git(top, ['cat-file', '-e', `${commit}^{commit}`]).ok;
}

/** Files in which two commits differ. */
export function differingFiles(top: string, one: string, other: string): string[] {
  return namesOf(git(top, ['diff', '--name-only', '--no-renames', '-z', one, other]));
}

/** Files of a work tree with uncommitted changes, new ones too. */
export function changedFiles(top: string): string[] {
  const { out } = git(top, ['status', '--porcelain', '--no-renames', '-uall', '-z']);
  const entries = out.toString('utf8').split('\0');
  return entries.filter((entry) => entry.length > 3).map((entry) => entry.slice(3));
}

/** All uncommitted changes of a work tree, new files too, in a form that holds binary files. Undefined where git fails. */
export async function makePatch(top: string, scratch: string): Promise<Buffer | undefined> {
  return withScratchFolder(scratch, async (folder) => {
    // An index of its own: what the user put into theirs stays as it is.
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    const begun = git(top, ['read-tree', 'HEAD'], { env }).ok;
    if (!begun || !git(top, ['add', '--all', '--', '.'], { env }).ok) return undefined;
    const form = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-renames'];
    // Whatever the user's settings say: the other machine reads this form alone.
    form.push('--no-color', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short');
    const made = git(top, ['diff', '--cached', ...form, 'HEAD'], { env });
    return made.ok ? made.out : undefined;
  });
}

/** What is staged in a work tree, as a patch without binary content, and the files in it. Undefined where git fails, or it is too large. */
export function stagedChanges(top: string): { patch: string; files: string[] } | undefined {
  const diff = ['diff', '--cached', '--no-renames'];
  const form = [
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ];
  const made = git(top, ['-c', 'core.quotePath=false', ...diff, ...form, 'HEAD']);
  const named = git(top, [...diff, '--name-only', '-z', 'HEAD']);
  if (!made.ok || !named.ok) return undefined;
  return { patch: made.out.toString('utf8'), files: namesOf(named) };
}

/** Files that git keeps in a work tree. */
export function keptFiles(top: string): string[] {
  return namesOf(git(top, ['ls-files', '--full-name', '-z']));
}

/** Files that a patch changes; undefined where it is none that git understands. */
export function filesOfPatch(top: string, patch: Buffer): string[] | undefined {
  const said = git(top, ['apply', '--numstat', '-z', '-'], { input: patch });
  if (!said.ok) return undefined;
  // Each entry: lines added, lines removed, path.
  return namesOf(said).flatMap((entry) => entry.split('\t').slice(2).join('\t') || []);
}

/**
 * Applies a patch to a work tree, all of it or nothing; with `dryRun` it only tries. `without`: a path that it leaves as it is.
 * Undefined, or why it does not apply.
 */
export function applyPatch(
  top: string,
  patch: Buffer,
  { dryRun, without }: { dryRun: boolean; without?: string | undefined },
): string | undefined {
  const how = dryRun ? ['--check'] : [];
  if (without !== undefined) how.push(`--exclude=${without}`);
  const said = git(top, ['apply', ...how, '--whitespace=nowarn', '-'], { input: patch });
  return said.ok ? undefined : said.err;
}

function textOf({ ok, out }: Said): string | undefined {
  return ok ? out.toString('utf8').trim() || undefined : undefined;
}

function namesOf({ out }: Said): string[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}

function git(
  cwd: string,
  args: string[],
  more: { env?: Record<string, string>; input?: Buffer } = {},
): Said {
  const ran = spawnSync('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd,
    env: { ...cleanGitEnvironment(process.env), ...more.env },
    timeout: limitMs,
    maxBuffer: mostBytes,
    ...(more.input && { input: more.input }),
  });
  const err = ran.error?.message ?? ran.stderr?.toString('utf8') ?? '';
  const lines = err.trim().split('\n');
  return { ok: ran.status === 0, out: ran.stdout ?? Buffer.alloc(0), err: lines[0] ?? '' };
}
