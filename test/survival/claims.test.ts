import { describe, expect, it } from 'vitest';
import type { Claim } from '../../bench/survival/claims/claim.ts';
import { contextModeClaims } from '../../bench/survival/claims/context-mode.ts';
import { holdfastClaims } from '../../bench/survival/claims/holdfast.ts';
import { judge, judgeRole } from '../../bench/survival/claims/judge.ts';
import { listsClaims } from '../../bench/survival/claims/lists.ts';
import { hookAnswer } from '../../bench/survival/replay/deliver.ts';
import { entriesFor, hookEntries } from '../../bench/survival/replay/hooks.ts';
import { replacePath } from '../../bench/survival/replay/place.ts';
import { casesOf } from '../../bench/survival/truth/truth.ts';
import { MadeSession } from './made-session.ts';

describe('what a text claims', () => {
  it('is read out of the brief by its headings and marks', () => {
    const text = [
      'You work in /home/dev/proj on branch work.',
      '',
      'Files changed in this session (newest first); 1 uncommitted in the work tree:',
      '- src/a.ts (modified)',
      '- src/b.ts (created, committed)',
      '- src/c.ts (uncommitted, M; not by a recorded edit)',
      '- and 3 more changed files: `git status --short`',
      '',
      'Failing tests and open errors:',
      '- failing: TestA: expected 1',
      '- error: npm run lint: 3 issues',
      '',
      'Todo list as it stood:',
      '- [pending] test the parser',
      '- (2 completed)',
      '',
      'Commands and their last result:',
      '- npm test → ok',
      '- npm run lint → failed: exit 1',
      '',
      'What the user asked for, newest first:',
      '- "never touch gen.ts (modified)"',
      '',
      'Read, not changed:',
      '- src/d.ts',
      '- lib/: e.ts, f.ts',
    ].join('\n');
    expect(holdfastClaims(text)).toEqual([
      { about: 'branch', branch: 'work' },
      { about: 'file', path: 'src/a.ts', role: 'modified', committed: false },
      { about: 'file', path: 'src/b.ts', role: 'created', committed: true },
      { about: 'file', path: 'src/c.ts', role: 'changed', committed: false },
      { about: 'test', name: 'TestA' },
      { about: 'error', text: 'npm run lint: 3 issues' },
      { about: 'todo', text: 'test the parser' },
      { about: 'command', command: 'npm test', ok: true },
      { about: 'command', command: 'npm run lint', ok: false },
      { about: 'file', path: 'src/d.ts', role: 'read' },
      { about: 'file', path: 'lib/e.ts', role: 'read' },
      { about: 'file', path: 'lib/f.ts', role: 'read' },
    ]);
  });

  it('is read out of the texts of the rivals by their own form', () => {
    expect(listsClaims('Files modified:\n- a.ts\n\nLast commands:\n- npm test (exit 0)\n')).toEqual(
      [{ about: 'file', path: 'a.ts', role: 'modified' }],
    );
    expect(
      contextModeClaims('## Files Modified\na.ts, src\n\n## Unresolved Errors\n- npm test failed'),
    ).toEqual([
      { about: 'file', path: 'a.ts', role: 'modified' },
      { about: 'file', path: 'src', role: 'modified' },
      { about: 'error', text: 'npm test failed' },
    ]);
  });
});

describe('a claim about the work', () => {
  const made = new MadeSession()
    .edit('src/a.ts')
    .shell('git add src/a.ts && git commit -m "one two three"', '[work abc1234] one two three')
    .write('src/b.ts', 'x')
    .read('src/c.ts')
    .shell('npm test', '--- FAIL: TestA (0.1s)', 1)
    .shell('npm run build && npm test', 'ok')
    .shell('npm run lint', 'bad', 1)
    .call('TodoWrite', { todos: [{ content: 'test the parser', status: 'completed' }] }, 'ok');
  const [one] = casesOf(made.compacted('x').session());
  const verdict = (claim: Claim) => judge(claim, one!);
  const file = (
    path: string,
    role: 'modified' | 'read' | 'created' | 'deleted',
    committed?: boolean,
  ): Claim => ({
    about: 'file',
    path,
    role,
    ...(committed === undefined ? {} : { committed }),
  });

  it('about a file is right, stale, wrong, or not to be known', () => {
    expect(verdict(file('src/a.ts', 'modified', true))).toBe('right');
    expect(verdict(file('src/a.ts', 'modified', false))).toBe('stale');
    expect(verdict(file('src/b.ts', 'created', false))).toBe('right');
    expect(verdict(file('src/b.ts', 'created', true))).toBe('wrong');
    expect(verdict(file('src/c.ts', 'modified'))).toBe('wrong');
    expect(verdict(file('c.ts', 'read'))).toBe('right');
    expect(verdict(file('src/d.ts', 'modified'))).toBe('unknown');
  });

  it('gives a file a role that it has or has not', () => {
    expect(judgeRole('src/b.ts', 'modified', one!)).toBe('right');
    expect(judgeRole('src/a.ts', 'created', one!)).toBe('wrong');
    expect(judgeRole('src/a.ts', 'read', one!)).toBe('wrong');
    expect(judgeRole('src/a.ts', 'deleted', one!)).toBe('wrong');
  });

  it('about tests, errors, todos and commands is stale when it went well since', () => {
    expect(verdict({ about: 'test', name: 'TestA' })).toBe('stale');
    expect(verdict({ about: 'test', name: 'TestZ' })).toBe('unknown');
    expect(verdict({ about: 'error', text: 'npm run lint: bad' })).toBe('right');
    expect(verdict({ about: 'todo', text: 'test the parser' })).toBe('stale');
    expect(verdict({ about: 'command', command: 'npm test', ok: false })).toBe('stale');
    expect(verdict({ about: 'command', command: 'npm test', ok: true })).toBe('right');
    expect(verdict({ about: 'command', command: 'npm run lint', ok: true })).toBe('wrong');
    expect(verdict({ about: 'branch', branch: 'work' })).toBe('right');
  });
});

describe('the host that a hook sees', () => {
  const run = (stdout: string, exit = 0) => ({ stdout, exit, stderr: '' });
  const json = (event: string, more: object) =>
    run(JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...more } }));

  it('puts up to 10,000 characters before the model, and 2 KB of more', () => {
    const whole = 'x'.repeat(10_000);
    expect(
      hookAnswer('SessionStart', json('SessionStart', { additionalContext: whole })),
    ).toMatchObject({
      context: whole,
      cut: false,
    });
    const cut = hookAnswer(
      'SessionStart',
      json('SessionStart', { additionalContext: `${whole}y` }),
    );
    expect(cut).toMatchObject({ cut: true, given: 10_001 });
    expect(cut.context.length).toBeLessThan(2_200);
    expect(cut.context).toContain('x'.repeat(2_048));
  });

  it('takes plain text where the client does, and the text of no other event', () => {
    expect(hookAnswer('SessionStart', run('plain')).context).toBe('plain');
    expect(hookAnswer('PostToolUse', run('plain')).context).toBe('');
    expect(hookAnswer('SessionStart', json('PreToolUse', { additionalContext: 'x' })).context).toBe(
      '',
    );
    expect(hookAnswer('SessionStart', run('plain', 1)).context).toBe('');
  });

  it('sees a denial by exit or by word', () => {
    expect(hookAnswer('PreToolUse', run('', 2)).denied).toBe(true);
    expect(
      hookAnswer('PreToolUse', json('PreToolUse', { permissionDecision: 'deny' })).denied,
    ).toBe(true);
    expect(
      hookAnswer('PreToolUse', json('PreToolUse', { permissionDecision: 'allow' })).denied,
    ).toBe(false);
  });

  it('calls the commands whose matcher fits the whole subject', () => {
    const entries = hookEntries({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash|Read', hooks: [{ type: 'command', command: 'one' }] },
          {
            hooks: [
              { type: 'command', command: 'two' },
              { type: 'prompt', prompt: 'x' },
            ],
          },
        ],
      },
    });
    const commands = (subject: string) =>
      entriesFor(entries, 'PreToolUse', subject).map((entry) => entry.command);
    expect(commands('Bash')).toEqual(['one', 'two']);
    expect(commands('BashOutput')).toEqual(['two']);
    expect(entriesFor(entries, 'Stop', '')).toEqual([]);
  });

  it('moves a home and nothing that only begins like it', () => {
    expect(replacePath('/Users/ann/a /Users/anna/b "/Users/ann"', '/Users/ann', '/t/h')).toBe(
      '/t/h/a /Users/anna/b "/t/h"',
    );
  });
});
