import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { git } from '../../src/platform/git.ts';
import { parseGitStatus } from '../../src/platform/git-status.ts';
import { runBriefly } from '../../src/platform/run-briefly.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-git-')));
});
afterEach(() => removeFolder(folder));

function run(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
}

/** Asks again when a loaded machine let the deadline pass. */
async function stateOf(cwd: string) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const state = await git.state(cwd);
    if (state) return state;
  }
  return undefined;
}

describe('the state of a work tree', () => {
  it('names branch, head, changed and untracked files, with their letters', async () => {
    run(folder, 'init', '-q', '-b', 'main');
    writeFileSync(join(folder, 'a file.txt'), 'one\n');
    writeFileSync(join(folder, 'moved.txt'), 'a text long enough to be recognised\n');
    run(folder, 'add', '.');
    run(folder, 'commit', '-qm', 'one');
    writeFileSync(join(folder, 'a file.txt'), 'two\n');
    writeFileSync(join(folder, 'ünew.txt'), '');
    run(folder, 'mv', 'moved.txt', 'to here.txt');
    mkdirSync(join(folder, 'sub'));
    const state = await stateOf(join(folder, 'sub'));
    expect(state).toMatchObject({ branch: 'main', top: folder, linked: false });
    expect(state?.head).toMatch(/^[0-9a-f]{40}$/);
    expect(state?.unpushed).toBeUndefined();
    expect(state?.changed).toEqual([
      { path: 'a file.txt', status: '.M' },
      { path: 'to here.txt', status: 'R.' },
      { path: 'ünew.txt', status: '??' },
    ]);
  });

  it('knows a linked work tree [case 37]', async () => {
    run(folder, 'init', '-q', '-b', 'main', 'repo');
    run(join(folder, 'repo'), 'commit', '-q', '--allow-empty', '-m', 'one');
    run(join(folder, 'repo'), 'worktree', 'add', '-q', '-b', 'side', join(folder, 'tree'));
    const state = await stateOf(join(folder, 'tree'));
    expect(state).toMatchObject({ branch: 'side', linked: true, top: join(folder, 'tree') });
  });

  it('is unknown outside a work tree and where the folder is gone [case 25]', async () => {
    expect(await git.state(folder)).toBeUndefined();
    expect(await git.state(join(folder, 'gone'))).toBeUndefined();
  });

  it('takes the old name of a renamed file for no entry of its own, whatever it looks like', () => {
    const output = '2 R. N... 100644 100644 100644 a b R100 new name\0? old\0? other\0';
    expect(parseGitStatus(output).changed).toEqual([
      { path: 'new name', status: 'R.' },
      { path: 'other', status: '??' },
    ]);
  });

  it('asks about the folder that is named, also inside a commit hook', async () => {
    run(folder, 'init', '-q', '-b', 'main', 'a');
    run(folder, 'init', '-q', '-b', 'other', 'b');
    process.env.GIT_DIR = join(folder, 'b', '.git');
    try {
      expect(await stateOf(join(folder, 'a'))).toMatchObject({ branch: 'main' });
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it('counts commits ahead of the upstream', () => {
    const output = '# branch.oid abc\0# branch.head x\0# branch.upstream o/x\0# branch.ab +3 -1\0';
    expect(parseGitStatus(output)).toEqual({ head: 'abc', branch: 'x', unpushed: 3, changed: [] });
  });

  it('leaves branch and head out before the first commit and on a detached head', () => {
    expect(parseGitStatus('# branch.oid (initial)\0# branch.head (detached)\0')).toEqual({
      changed: [],
    });
  });
});

describe('a program that must not be waited for', () => {
  it('is killed with its children when we give it up', async () => {
    const script = join(folder, 'slow');
    const steps = [
      'sleep 600 &',
      `echo $! > "${folder}/child"`,
      'head -c 2000 /dev/zero',
      'sleep 600',
    ];
    writeFileSync(script, `#!/bin/sh\n${steps.join('\n')}\n`);
    chmodSync(script, 0o700);
    const options = { cwd: folder, env: process.env, deadlineMs: 60_000, limit: 1000 };
    expect(await runBriefly(script, [], options)).toBeUndefined();
    const child = execFileSync('cat', [join(folder, 'child')], { encoding: 'utf8' }).trim();
    expect(await isGone(Number(child))).toBe(true);
  });

  it('is given up at its deadline', async () => {
    const options = { cwd: folder, env: process.env, deadlineMs: 50, limit: 1000 };
    expect(await runBriefly('sleep', ['600'], options)).toBeUndefined();
  });

  it('gives no answer when it fails, is absent or says too much', async () => {
    const options = { cwd: folder, env: process.env, deadlineMs: 10_000, limit: 1000 };
    expect(await runBriefly('false', [], options)).toBeUndefined();
    expect(await runBriefly('no-such-program-here', [], options)).toBeUndefined();
    expect(await runBriefly('head', ['-c', '2000', '/dev/zero'], options)).toBeUndefined();
    expect(await runBriefly('echo', ['hi'], options)).toBe('hi\n');
  });
});

/** True once the process is dead; a zombie that nobody has collected yet is dead too. */
async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      process.kill(pid, 0);
      const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
      if (state.trim().startsWith('Z')) return true;
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
