import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { filesUnder, namesIn } from './folder-state.ts';
import { type Answer, longPlan, Rig } from './rig.ts';

let rig: Rig;
let sessions = 0;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.write('a/b/x.ts', '');
  rig.setTask('PLAN.md');
});
afterEach(() => rig.remove());

/** A compaction of a new session whose events name a working folder, run with a process folder of another kind. */
async function compactIn(cwd: string, env: Record<string, string> = {}): Promise<Answer> {
  sessions += 1;
  rig.session = `55555555-0000-4000-8000-${String(sessions).padStart(12, '0')}`;
  rig.row({ type: 'user', cwd, message: { role: 'user', content: 'Do it.' } });
  const send = (event: string, fields: object) =>
    rig.sendRaw(
      JSON.stringify({ ...rig.payload(event, { ...fields }), cwd }),
      ['claude-code'],
      env,
    );
  await send('SessionStart', { source: 'startup' });
  await send('PreCompact', { trigger: 'auto' });
  return send('SessionStart', { source: 'compact' });
}

const plan = () => join(rig.project, 'PLAN.md');

describe('wherever a hook is told that it works', () => {
  it('the same project is found from its top, from below and through a link [case 25]', async () => {
    const link = join(rig.root, 'link');
    symlinkSync(rig.project, link);
    const elsewhere = join(rig.root, 'elsewhere');
    mkdirSync(elsewhere);
    for (const cwd of [rig.project, join(rig.project, 'a/b'), link, join(link, 'a')]) {
      for (const named of [
        {},
        { CLAUDE_PROJECT_DIR: rig.project },
        { CLAUDE_PROJECT_DIR: elsewhere },
      ]) {
        expect((await compactIn(cwd, named as Record<string, string>)).context).toContain(plan());
      }
    }
  }, 120_000);

  it('a linked work tree is a workspace of its own, whatever the host names as the project [case 25]', async () => {
    removeFolder(join(rig.project, '.git'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: rig.project,
        env: { ...rig.env, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: 'pipe',
      });
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    git('worktree', 'add', '-q', '-b', 'side', '.claude/worktrees/x');
    const tree = join(rig.project, '.claude/worktrees/x');
    const told = await compactIn(tree, { CLAUDE_PROJECT_DIR: rig.project });
    expect(told.context).not.toContain(plan());
    expect(told.context).toContain(`worktree ${tree} on branch side`);
    expect((await compactIn(rig.project)).context).toContain(plan());
  });

  it('nothing is ever made outside the state folder [case 25]', async () => {
    const bare = join(rig.root, 'bare');
    mkdirSync(join(bare, 'deep'), { recursive: true });
    const gone = join(rig.root, 'gone');
    const root = readdirSync('/').sort();
    const here = namesIn(process.cwd());
    const before = [filesUnder(rig.project), namesIn(rig.home), filesUnder(bare)];
    for (const cwd of [
      rig.project,
      join(rig.project, 'a/b'),
      '/',
      rig.home,
      bare,
      join(bare, 'deep'),
      gone,
      '',
      'a/b',
      '~',
    ]) {
      const told = await compactIn(cwd);
      expect(told.context).toContain('Do it.');
    }
    const after = [
      filesUnder(rig.project),
      namesIn(rig.home).filter((name) => name !== '.claude'),
      filesUnder(bare),
    ];
    expect(after).toEqual(before);
    expect(readdirSync('/').sort()).toEqual(root);
    expect(namesIn(process.cwd())).toEqual(here);
    expect(namesIn(rig.root)).toEqual(['bare', 'home', 'proj', 'state']);
    expect(rig.faults).toBe('');
  }, 120_000);

  it('a home folder that is a project itself gives its task to nothing below it [case 25]', async () => {
    mkdirSync(join(rig.home, '.git'));
    mkdirSync(join(rig.home, 'other'));
    const told = await compactIn(join(rig.home, 'other'));
    expect(told.context).toContain('Do it.');
    expect(namesIn(join(rig.home, 'other'))).toEqual([]);
  });
});
