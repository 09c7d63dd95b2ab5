import { describe, expect, it } from 'vitest';
import { agent, edit, type Loose, ofKind, says, sh, snap, tool } from './build.ts';

const refused = (command: string): Loose[] =>
  tool('shell', { command }, { outcome: 'denied', refused: true });
const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'refusal').map(({ value, detail, state }) => ({ value, detail, state }));

describe('calls that the user refused or stopped', () => {
  it('are kept with what the user said, merged by what they were for', () => {
    expect(
      facts(
        refused('git push'),
        says('wait for the review', 'mid-turn'),
        refused('git push --force'),
        says('not today'),
      ),
    ).toEqual([
      { value: 'git push --force', detail: '"wait for the review" "not today"', state: '2 times' },
    ]);
  });

  it('are dropped once a call of the same purpose is let pass', () => {
    expect(facts(refused('git push'), says('later'), says('now push'), sh('git push'))).toEqual([]);
  });

  it('are told apart by what they were to be done to', () => {
    const commands = [
      ['npm install zod', 'npm install yup', 'npm install ajv'],
      ['rm build.log', 'rm notes.txt'],
      ['kubectl delete pod web', 'kubectl delete pod db'],
      ['gh issue close 3', 'gh issue close 4'],
    ];
    for (const each of commands) {
      expect(facts(...each.map(refused))).toEqual(
        each.map((value) => ({ value, detail: undefined, state: undefined })),
      );
    }
    expect(facts(refused('npm install zod'), refused('npm install --save-dev zod'))).toEqual([
      { value: 'npm install --save-dev zod', detail: undefined, state: '2 times' },
    ]);
    expect(
      facts(refused('npm install zod'), refused('npm install yup'), sh('npm install zod')),
    ).toEqual([{ value: 'npm install yup', detail: undefined, state: undefined }]);
  });

  it('are none where a rule, a hook or a program denied the call', () => {
    const denied = tool('shell', { command: 'git push' }, { outcome: 'denied' });
    expect(facts(denied, refused('npm publish'))).toEqual([
      { value: 'npm publish', detail: undefined, state: undefined },
    ]);
  });

  it('are told of edits and of tools of servers, and take no words behind another text of the agent', () => {
    const change = tool('edit', { paths: ['/p/a.ts'] }, { outcome: 'denied', refused: true });
    const issue = tool(
      'other',
      { name: 'mcp__tracker__create_issue', input: 'team: Core\ntitle: Bug' },
      { outcome: 'interrupted', refused: true },
    );
    expect(
      facts(change, agent('Then I do it by hand.'), says('no'), issue, edit('/p/b.ts')),
    ).toEqual([
      { value: 'edit of /p/a.ts', detail: undefined, state: undefined },
      {
        value: 'mcp__tracker__create_issue team: Core title: Bug',
        detail: undefined,
        state: undefined,
      },
    ]);
  });
});
