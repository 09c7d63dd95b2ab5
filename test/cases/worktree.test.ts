import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { bash, decision, edit, reason } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
let tree: string;

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: rig.home, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'pipe',
  });

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'text\n');
}

/** A repository with a work tree inside it, in which the session works. */
beforeEach(() => {
  rig = new Rig();
  removeFolder(join(rig.project, '.git'));
  git(rig.project, 'init', '-q', '-b', 'main');
  rig.write('src/a.ts', 'text\n');
  git(rig.project, 'add', '.');
  git(rig.project, 'commit', '-qm', 'start');
  tree = join(rig.project, '.claude', 'worktrees', 'x');
  git(rig.project, 'worktree', 'add', '-q', '-b', 'feature-x', tree);
  rig.row({
    type: 'user',
    cwd: tree,
    gitBranch: 'feature-x',
    message: { role: 'user', content: 'Cut it.' },
  });
  rig.row({
    type: 'assistant',
    cwd: tree,
    gitBranch: 'feature-x',
    message: {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } }],
    },
  });
});
afterEach(() => rig.remove());

describe('[case 37] a session that worked in a work tree', () => {
  it('is told its path and its branch, although the client is back at the main checkout', async () => {
    const { context } = await rig.compact();
    expect(context.slice(0, 1_900)).toContain(`the worktree ${tree} on branch feature-x`);
    expect(context).not.toContain('on branch main');
  });

  it('is asked before it edits the same file of the main checkout, with the right path', async () => {
    await rig.compact();
    const answer = await rig.send('PreToolUse', edit('toolu_2', `${rig.project}/src/a.ts`));
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).toContain(`${tree}/src/a.ts`);
    const again = await rig.send('PreToolUse', edit('toolu_3', `${rig.project}/src/a.ts`));
    expect(decision(again)).toBe('');
  });

  it('edits freely in its own tree, by relative paths, outside both, and what only the main checkout has', async () => {
    await rig.compact();
    put(join(rig.project, 'only-here.ts'));
    put(join(rig.root, 'elsewhere.ts'));
    const paths = [
      `${tree}/src/a.ts`,
      'src/a.ts',
      `${rig.project}/only-here.ts`,
      `${rig.root}/elsewhere.ts`,
    ];
    for (const [index, path] of paths.entries()) {
      const answer = await rig.send('PreToolUse', { ...edit(`toolu_${index}`, path), cwd: tree });
      expect(`${path} ${decision(answer)}`).toBe(`${path} `);
    }
    const reading = bash('toolu_r', `cat ${rig.project}/src/a.ts`);
    expect(decision(await rig.send('PreToolUse', reading))).toBe('');
  });

  it('is not asked when it never worked in one', async () => {
    rig.row({ type: 'user', gitBranch: 'main', message: { role: 'user', content: 'Back here.' } });
    await rig.compact();
    const answer = await rig.send('PreToolUse', edit('toolu_2', `${rig.project}/src/a.ts`));
    expect(decision(answer)).toBe('');
  });
});
