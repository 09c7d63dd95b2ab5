import { describe, expect, it } from 'vitest';
import { agent, edit, ofKind, says, sh, snap } from './build.ts';

const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'not-done').map(({ value, detail, state }) => [state, value, detail]);

describe('what is not done by the record', () => {
  it('files changed after the last test run, until a run comes', () => {
    const before = [edit('/p/a.ts'), sh('npm test', 'ok'), edit('/p/b.ts'), edit('/p/README.md')];
    expect(facts(...before)).toEqual([
      ['not tested', '/p/b.ts', 'last test run before: npm test (ok)'],
    ]);
    expect(facts(...before, sh('npm test', '1 failed', 1), agent('It fails.'))).toEqual([]);
  });

  it('what the agent said to have done and no call shows', () => {
    expect(
      facts(edit('/p/a.ts'), sh('npm test'), sh('git commit -m x'), agent('Pushed to the remote.')),
    ).toEqual([
      ['claimed', 'the agent wrote "Pushed to the remote."', 'no call in the record shows it'],
    ]);
  });

  it('no claim that the record shows, that is denied, planned or asked, and none that is shown later', () => {
    const claim = 'All tests pass.';
    expect(
      facts(
        sh('npm test', 'ok'),
        agent(claim),
        agent(
          'It is not pushed yet. Should it be deployed? I will have pushed it when you say so.',
        ),
        agent('Pushed it.'),
        sh('git push', 'ok'),
        says('ok'),
        edit('/p/a.ts'),
        agent(claim),
      ).map(([state]) => state),
    ).toEqual(['not tested', 'claimed']);
  });
});
