import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import { agent, edit, session, sh, tool } from '../snapshot/build.ts';
import { asked, linesOf, place, treeOf } from './kit.ts';

const green = 'Tests  12 passed (12)';
const ran = { ran: 'npm test' };
const fresh = { ran: 'npm test', after: ['src/**'] };

describe('a command that was run', () => {
  it('holds for a run that ended well, and names the entry', async () => {
    const verdict = await asked(ran, [
      tool('shell', { command: 'npm test', id: 't1' }, { text: green }),
    ]);
    expect(verdict).toMatchObject({ holds: true, entries: ['t1'] });
  });

  it.each([
    'npm test 2>&1',
    'cd /w && npm test',
    'CI=1 npm test',
    'timeout 60 npm test',
    'npm run lint && npm test && echo done',
    'git status | head; npm test',
  ])('holds for a line that ends well only when it did: %s', async (command) => {
    expect(await asked(ran, [sh(command, green)])).toMatchObject({ holds: true });
  });

  it('is stale behind an edit, and says so [R41]', async () => {
    const verdict = await asked(fresh, [sh('npm test', green), edit('src/a.ts')]);
    expect(verdict.holds).toBe(false);
    expect(verdict.why).toContain('is stale: src/a.ts was changed after it began');
    expect(verdict.next).toContain('Run "npm test"');
  });

  it('is stale where an edit of the same message ended behind its beginning', async () => {
    const [call, result] = edit('src/a.ts');
    expect(await asked(fresh, [[call!], sh('npm test', green), [result!]])).toMatchObject({
      holds: false,
    });
  });

  it('is stale while an edit has no result', async () => {
    const [call] = edit('src/a.ts');
    expect(await asked(fresh, [[call!], sh('npm test', green)])).toMatchObject({ holds: false });
  });

  it('is stale behind a change that only the disk shows', async () => {
    const disk = { '/w/src/a.ts': { text: 'x', modified: '2026-03-01' } };
    const verdict = await asked(fresh, [edit('src/a.ts'), sh('npm test', green)], disk);
    expect(verdict.why).toContain('src/a.ts was changed on disk');
  });

  it('holds behind the last edit, and when other files were changed since', async () => {
    const parts = [edit('src/a.ts'), sh('npm test', green), edit('docs/b.md')];
    expect(await asked(fresh, parts)).toMatchObject({ holds: true });
  });

  it('does not hold when a later run failed', async () => {
    const parts = [sh('npm test', green), sh('npm test', '1 failed', 1)];
    expect((await asked(ran, parts)).why).toContain('it failed with exit code 1');
  });

  it('holds for a failure where one is asked for, with its very exit code', async () => {
    const parts = [sh('npm test', 'Tests  1 failed | 3 passed', 3)];
    expect(await asked({ ran: 'npm test', exit: 3 }, parts)).toMatchObject({ holds: true });
    expect(await asked({ ran: 'npm test', exit: 'failed' }, parts)).toMatchObject({ holds: true });
    expect(await asked({ ran: 'npm test', exit: 1 }, parts)).toMatchObject({ holds: false });
  });
});

describe('a claim', () => {
  it('satisfies nothing, however much it looks like a call', async () => {
    const seen = reconcile(linesOf(session(place, sh('npm test', green))));
    const predicate = parsePredicate(ran);
    expect(await judge(predicate, seen, treeOf({}))).toMatchObject({ holds: true });
    const claims = seen.map((entry) => ({ ...entry, source: 'claimed' as const }));
    expect(await judge(predicate, claims, treeOf({}))).toMatchObject({ holds: false });
  });
});

describe('what satisfies nothing [case 35] [R41]', () => {
  it.each<[string, Parameters<typeof asked>[1]]>([
    ["the agent's word", [agent('I ran npm test: all 12 tests passed.')]],
    ['a log that the agent wrote', [tool('write', { paths: ['test.log'] }, { text: green })]],
    [
      'a file about its tests that is read',
      [tool('read', { paths: ['test.log'] }, { text: `$ npm test\n${green}` })],
    ],
    ['an echo', [sh('echo "npm test passed"', green)]],
    ['an echo of the bare command', [sh('echo npm test', green)]],
    ['a run that cannot fail', [sh('npm test || true', green)]],
    ['a run into a filter', [sh('npm test | tail -5', green)]],
    ['a run into a filter, errors too', [sh('npm test 2>&1 | tail -5', green)]],
    ['a run before another command', [sh('npm test; echo done', green)]],
    ['a run of one file', [sh('npm test -- test/a.test.ts', green)]],
    ['a run of some names', [sh('npm test -- -t adds', green)]],
    ['a run in another folder', [sh('cd /elsewhere && npm test', green)]],
    [
      'a run in a folder by the call',
      [tool('shell', { command: 'npm test', cwd: '/elsewhere' }, { text: green })],
    ],
    ['a run behind an end', [sh('exit 0; npm test', green)]],
    ['a run only if another fails', [sh('true || npm test', green)]],
    ['a run with another program of that name', [sh('PATH=/fake npm test', green)]],
    ['a run that a program makes', [sh('sh -c "npm test"', green)]],
    ['a function of that name', [sh('npm() { :; }; npm test', green)]],
    [
      'a run in the background',
      [tool('shell', { command: 'npm test', background: true }, { text: '' })],
    ],
    ['a background run by the line', [sh('npm test &', green)]],
    ['a skipped run', [sh('npm test', 'Tests  12 skipped (12)')]],
    ['a run without tests', [sh('npm test', 'No test files found, exiting with code 0')]],
    ['a filtered run', [sh('npm test', '3 passed, 40 deselected in 0.1s')]],
    ['a run whose output is red', [sh('npm test', 'Tests  1 failed | 3 passed')]],
    ['a denied run', [tool('shell', { command: 'npm test' }, { outcome: 'denied' })]],
    ['an interrupted run', [tool('shell', { command: 'npm test' }, { outcome: 'interrupted' })]],
    ['a run without a result', [tool('shell', { command: 'npm test' }).slice(0, 1)]],
    ['a failed run', [tool('shell', { command: 'npm test' }, { outcome: 'failed' })]],
  ])('%s', async (_, parts) => {
    const verdict = await asked(ran, parts);
    expect(verdict.holds).toBe(false);
    expect(verdict.next).toContain('Run "npm test"');
  });
});
