import { describe, expect, it } from 'vitest';
import { only } from '../reading.ts';
import { assistant, readMessages, tool, user } from './transcript-reading.ts';

function said(messages: unknown[], facts?: Parameters<typeof readMessages>[1]) {
  return only(readMessages(messages, facts).items, 'user').map((item) => [item.origin, item.text]);
}

describe('user messages', () => {
  it('keeps what a person typed apart from what the client put beside it', () => {
    expect(
      said([
        user([
          { type: 'text', text: 'fix it, never touch dist' },
          {
            type: 'text',
            text: 'Called the Read tool with the following input: {}',
            synthetic: true,
          },
          { type: 'text', text: 'shown to the person only', ignored: true },
          { type: 'file', url: 'file:///p/a.ts', filename: 'a.ts' },
          { type: 'agent', name: 'gitter' },
          { type: 'text', text: '  ' },
        ]),
      ]),
    ).toEqual([
      ['typed', 'fix it, never touch dist'],
      ['injected', 'Called the Read tool with the following input: {}'],
      ['injected', 'shown to the person only'],
    ]);
  });

  it.each([
    [
      'a prompt of several words',
      '"# Worker\nTask: ts-9f3a1c\nNever push."',
      '# Worker\nTask: ts-9f3a1c\nNever push.',
    ],
    ['quotes within it', '"Say \\"done\\" at the end."', 'Say "done" at the end.'],
    ['what was piped in', '"Review this diff."\n-a "b"\n+c', 'Review this diff.\n-a "b"\n+c'],
    ['one word in quotes of its own', '"push"', '"push"'],
    ['a quote at the beginning', '"Never" is a word.', '"Never" is a word.'],
    ['two quotes', '"to be" or "not to be"', '"to be" or "not to be"'],
  ])('takes the quotes off that `opencode run` puts around %s', (_, kept, text) => {
    expect(said([user(kept)])).toEqual([['typed', text]]);
  });

  it('tells of a prompt that is only a picture that it is one', () => {
    const picture = { type: 'file', mime: 'image/png', url: 'data:image/png;base64,aGk=' };
    expect(said([user([picture])])).toEqual([['typed', '[only a picture, no words]']]);
    const pdf = { type: 'file', mime: 'application/pdf', url: 'data:application/pdf;base64,aGk=' };
    expect(said([user([pdf])])).toEqual([['typed', '[only a file, no words]']]);
    expect(said([user([picture, { type: 'text', text: 'what is this' }])])).toEqual([
      ['typed', 'what is this'],
    ]);
    expect(said([user([{ type: 'file', mime: 'text/plain', url: 'file:///p/a' }])])).toEqual([]);
  });

  it('reads a whole file behind an @ mention as attached, and a part of one as injected', () => {
    const file = (content: string) => ({
      type: 'text',
      synthetic: true,
      text: `<path>/p/a.ts</path>\n<type>file</type>\n<content>${content}\n</content>`,
    });
    const { items } = readMessages([
      user([
        file('1: one\n2: \n\n(End of file - total 2 lines)'),
        file('1: one\n\n(File has more lines. Use offset)'),
      ]),
    ]);
    expect(only(items, 'attached-file')).toMatchObject([{ path: '/p/a.ts', text: 'one\n' }]);
    expect(only(items, 'user')).toMatchObject([{ origin: 'injected' }]);
  });

  it('knows a message that was sent before the answer was complete as mid-turn', () => {
    const answer = assistant([{ type: 'text', text: 'on it' }], {
      time: { created: 1000, completed: 5000 },
    });
    expect(
      said([
        answer,
        user('use tabs', { time: { created: 4000 } }),
        user('next', { time: { created: 6000 } }),
      ]),
    ).toEqual([
      ['mid-turn', 'use tabs'],
      ['typed', 'next'],
    ]);
  });

  it('takes the prompts of a subagent’s session for a program’s', () => {
    expect(said([user('look around')], { subagent: true })).toEqual([['program', 'look around']]);
  });

  it('reads a command that starts a subtask, and a shell line that the person ran', () => {
    expect(
      said([
        user([{ type: 'subtask', command: 'review', prompt: 'review src', agent: 'general' }]),
        user([
          { type: 'text', text: 'The following tool was executed by the user', synthetic: true },
        ]),
        assistant([tool('bash', { command: 'git status' })]),
      ]),
    ).toEqual([
      ['command', '/review review src'],
      ['command', '!git status'],
    ]);
  });

  it('hears what a person wrote when they rejected a call', () => {
    const error =
      'The user rejected permission to use this specific tool call with the following feedback: never force push';
    expect(
      said([assistant([tool('bash', { command: 'git push -f' }, { status: 'error', error })])]),
    ).toEqual([['mid-turn', 'never force push']]);
  });

  it('tells the mode when the agent changes, and the accepted plan with its path', () => {
    const { items } = readMessages([
      user('plan it', { agent: 'plan' }),
      assistant([tool('plan_exit', {}, { output: 'User approved switching to build agent.' })]),
      user(
        [
          {
            type: 'text',
            synthetic: true,
            text: 'The plan at .opencode/plans/1.md has been approved, you can now edit files. Execute the plan',
          },
        ],
        { agent: 'build' },
      ),
    ]);
    expect(only(items, 'mode').map((item) => item.mode)).toEqual(['plan', 'build']);
    expect(only(items, 'result')[0]?.result.acceptedPlan).toEqual({
      text: '',
      path: '.opencode/plans/1.md',
    });
  });

  it('has no accepted plan where no message of the client names one', () => {
    const { items } = readMessages([
      assistant([tool('plan_exit', {}, { output: 'User approved switching to build agent.' })]),
      user('The plan at x.md has been approved, you can now edit files'),
    ]);
    expect(only(items, 'result')[0]?.result.acceptedPlan).toBeUndefined();
  });
});
