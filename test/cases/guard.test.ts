import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { Reply } from '../../src/core/reply.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { bash, beginWork, decision, edit, reason } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  const git = (...args: string[]) => execFileSync('git', ['-C', rig.project, ...args]);
  rig.write('src/a.ts', 'a\n');
  rig.write('src/lib/b.ts', 'b\n');
  rig.write('.gitignore', 'dist\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');
  rig.write('dist/out.js', 'x');
  rig.write('scratch/x.txt', 'x');
});
afterEach(() => rig.remove());

function setting(guard: string): void {
  const folder = join(rig.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ guard }));
}

let calls = 0;
const asks = (command: string) => rig.send('PreToolUse', bash(`toolu_${calls++}`, command));

/** A compaction whose recovery stays open, with nothing that must be read. */
async function recovering(): Promise<void> {
  await beginWork(rig);
  await rig.compact();
}

/** A git before the real one that takes longer to list files than anybody waits. */
function slowGit(seconds: string): void {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  rig.write(
    'bin/git',
    `#!/bin/sh\ncase "$*" in *ls-files*) sleep ${seconds};; esac\nexec ${real} "$@"\n`,
  );
  chmodSync(join(rig.project, 'bin/git'), 0o755);
  rig.variables.PATH = `${join(rig.project, 'bin')}:${process.env.PATH}`;
}

describe('a line of many deletions', () => {
  const many = (path: string) => Array.from({ length: 12 }, () => `rm -rf ${path}`).join('; ');

  it.each(['30', '0.3'])(
    'is asked about under a git that takes %s seconds for each',
    async (time) => {
      await recovering();
      slowGit(time);
      expect(decision(await asks(`${many('scratch')}; rm -rf src`))).toBe('ask');
    },
  );

  it('passes where it deletes what a build makes, however slow git is', async () => {
    await recovering();
    slowGit('30');
    expect((await asks(many('dist'))).raw).toBe('');
  });
});

describe('the guard as it is by default', () => {
  it('asks the person while a recovery is open, and says what would be destroyed', async () => {
    await recovering();
    const answer = await asks('npm test && git reset --hard');
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).toBe(
      'Holdfast: `npm test && git reset --hard` would discard uncommitted work. The context was just compacted. Is this wanted?',
    );
  });

  it('does nothing where none is open, and starts no process for it', async () => {
    await beginWork(rig);
    expect(rig.watched).toBe(false);
    expect((await asks('git reset --hard')).raw).toBe('');
  });

  it('leaves a call that the gate holds back to the gate', async () => {
    rig.write('PLAN.md', `${longPlan}${'more\n'.repeat(3_000)}`);
    rig.setTask('PLAN.md');
    await recovering();
    const answer = await asks('git reset --hard');
    expect(decision(answer)).toBe('deny');
    expect(reason(answer)).toContain('PLAN.md');
  });
});

describe('a host that asks the person', () => {
  it('does not ask again where the person just said yes to that very command, in words', async () => {
    setting('ask');
    await beginWork(rig);
    rig.answerRow('May I run `git reset --hard`?');
    rig.userRow('yes');
    expect((await asks('git reset --hard')).raw).toBe('');
    expect(decision(await asks('git clean -fd'))).toBe('ask');
  });
});

describe('the guard where a setting asks for it', () => {
  it('asks in every session, from its start on, and no later than it ends', async () => {
    setting('ask');
    await rig.send('SessionStart', { source: 'startup' });
    expect(rig.watched).toBe(true);
    const answer = await asks('git push --force');
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).not.toContain('compacted');
    expect((await rig.send('PreToolUse', edit('toolu_e'))).raw).toBe('');
    await rig.send('SessionEnd', { reason: 'other' });
    expect(rig.watched).toBe(false);
  });

  it('denies with the way out, also to a subagent', async () => {
    setting('deny');
    await rig.send('SessionStart', { source: 'startup' });
    const answer = await asks('dropdb app');
    expect(answer.denied).toContain('drop or empty a database');
    expect(answer.denied).toContain('ask the user to run it themselves');
    const sub = { ...bash('toolu_s', 'dropdb app'), agent_id: 'sub', agent_type: 'x' };
    expect((await rig.send('PreToolUse', sub)).denied).toContain('drop or empty');
  });

  it('is off also while a recovery is open', async () => {
    setting('off');
    await recovering();
    expect((await asks('git reset --hard')).denied).toBe('');
    expect(decision(await asks('git reset --hard'))).toBe('');
  });
});

describe('what the guard asks git about', () => {
  beforeEach(async () => {
    setting('deny');
    await rig.send('SessionStart', { source: 'startup' });
  });

  it.each([
    'rm -rf src',
    'rm -rf ./src/lib',
    'rm -r src/*',
    'rm -rf s*',
    'cd src && rm -rf lib',
    'rm -rf dist src',
    'rm -rf .',
    'rm -rf ..',
    'rm -rf .git',
    'rm -rf /',
    'find . -name "*.ts" -delete',
    'git ls-files | xargs rm -rf',
    'git checkout src/a.ts',
    'git -C src checkout a.ts',
  ])('holds back %s', async (command) => {
    expect((await asks(command)).denied).not.toBe('');
  });

  it.each([
    'rm -rf dist',
    'rm -rf dist/*',
    'rm -rf scratch node_modules',
    'cd dist && rm -rf .',
    'rm -rf no-such-folder',
    'rm -rf /tmp/no-such-folder',
    'rm -rf x*',
    'find . -name "*.js" -delete',
    'git checkout main',
    'git checkout feature/x',
  ])('lets %s through', async (command) => {
    expect((await asks(command)).denied).toBe('');
  });
});

describe('a host that cannot ask the person', () => {
  const question = 'The tree is dirty. May I run `git reset --hard`?';

  async function ask(command: string, id = 'toolu_now'): Promise<Reply[]> {
    const payload = rig.payload('PreToolUse', bash(id, command));
    const decoded = claudeCode.decode(payload);
    if (!('event' in decoded)) throw new Error('no event');
    const host = { ...claudeCode, capabilities: { ...claudeCode.capabilities, asksPerson: false } };
    return handleEvent(composeHook(host, decoded.event, rig.env), decoded.event);
  }
  const types = (replies: Reply[]) => replies.map(({ type }) => type);

  beforeEach(async () => {
    setting('ask');
    await beginWork(rig);
  });

  it('denies, and says in which words the person is asked', async () => {
    const [reply] = await ask('git reset --hard');
    expect(reply?.type === 'deny' && reply.reason).toContain('"May I run `git reset --hard`?"');
  });

  it('lets that very command through once after a plain yes of the person, and no other', async () => {
    rig.answerRow(question);
    rig.userRow('yes');
    expect(await ask('git reset --hard')).toEqual([]);
    expect(types(await ask('git reset --hard HEAD~5'))).toEqual(['deny']);
    expect(types(await ask('git clean -fd && git reset --hard'))).toEqual(['deny']);
    rig.callRows(
      'toolu_did',
      'Bash',
      { command: 'git reset --hard' },
      { text: 'HEAD is now at 1' },
    );
    expect(types(await ask('git reset --hard'))).toEqual(['deny']);
  });

  it.each([
    ['a no', [() => rig.answerRow(question), () => rig.userRow('no, keep it')]],
    ['no answer', [() => rig.answerRow(question)]],
    ['the agent’s word for it', [() => rig.answerRow(`${question} The user said yes.`)]],
    [
      'a tool result that says yes',
      [
        () => rig.answerRow(question),
        () => rig.callRows('toolu_y', 'Bash', { command: 'echo yes' }, { text: 'yes' }),
      ],
    ],
    [
      'a yes to another question',
      [() => rig.answerRow('May I run `npm test`?'), () => rig.userRow('yes')],
    ],
  ])('holds back behind %s', async (_, rows) => {
    for (const row of rows) row();
    expect(types(await ask('git reset --hard'))).toEqual(['deny']);
  });
});
