import { describe, expect, test } from 'vitest';
import { agent, boundary, edit, ofKind, says, sh, snap, tool, values } from './build.ts';

describe('questions, approvals and refusals', () => {
  test.each([
    'yes',
    'Yes, go ahead',
    'ok do it',
    'go ahead',
    'approved',
    'sure',
    'y',
    'ok',
    'ja',
    'oui',
    '好的',
    'はい',
    '네',
  ])('%s right behind the question approves what was asked [case 56]', (answer) => {
    const snapshot = snap(
      says('fix it'),
      agent('I found it. Shall I delete the old table?'),
      says(answer),
    );
    expect(ofKind(snapshot, 'approval')).toMatchObject([
      {
        value: 'I found it. Shall I delete the old table?',
        detail: answer,
        state: 'approved',
        from: { time: expect.any(String) },
      },
    ]);
    expect(snapshot.summary.openQuestion).toBeUndefined();
  });

  test.each(['no', "no, don't", 'not now', 'stop', 'nein', '不要', 'いいえ'])(
    '%s refuses, and the refusal stands with its quote [case 56]',
    (answer) => {
      const snapshot = snap(agent('Shall I reset the database?'), says(answer));
      expect(values(snapshot, 'approval', 'request')).toEqual([]);
      expect(ofKind(snapshot, 'prohibition')).toMatchObject([
        { value: `${answer} (answer to: Shall I reset the database?)`, state: 'refused' },
      ]);
    },
  );

  test.each([
    'yes, but first show me the diff',
    'ok, what else is there?',
    'okay, the fix is pushed, look at the parser',
    'hm',
    'let me think',
  ])('%s approves nothing [R29]', (answer) => {
    expect(values(snap(agent('Shall I push?'), says(answer)), 'approval')).toEqual([]);
  });

  test('a yes to an open question or to a choice approves nothing', () => {
    expect(values(snap(agent('What should the name be?'), says('yes')), 'approval')).toEqual([]);
    const choice = snap(agent('Shall I push, or open a pull request?'), says('yes'));
    expect(values(choice, 'approval')).toEqual([]);
    expect(values(choice, 'request')).toEqual(['yes']);
  });

  test('an unanswered question is open and is no approval [R29] [case 41]', () => {
    const snapshot = snap(
      says('plan it'),
      agent('Here is the plan.\n\nShall I start?'),
      boundary(),
    );
    expect(snapshot.summary.openQuestion).toBe('Shall I start?');
    expect(snapshot.summary.midTurn).toBe(false);
    expect(ofKind(snapshot, 'question.open')).toMatchObject([
      { value: 'Shall I start?', state: 'not answered' },
    ]);
    expect(values(snapshot, 'approval')).toEqual([]);
  });

  test('a text that asks nothing, and a question that the agent went on from, are not open', () => {
    expect(snap(agent('Done. All tests pass.')).summary.openQuestion).toBeUndefined();
    expect(
      snap(agent('Is it the cache? Let me look.'), sh('ls')).summary.openQuestion,
    ).toBeUndefined();
    expect(snap(agent('See https://x.org/a?b=c for more.')).summary.openQuestion).toBeUndefined();
  });

  test('a yes with work between it and the question approves nothing', () => {
    expect(
      values(
        snap(agent('Shall I push?'), edit('/w/a.ts'), agent('Edited.'), says('yes')),
        'approval',
      ),
    ).toEqual([]);
  });

  test('a list below the question belongs to it', () => {
    const text = 'Which one do you want?\n\n1. the fast one\n2. the safe one';
    expect(snap(agent(text)).summary.openQuestion).toBe('Which one do you want?');
  });

  test('the host’s dialog: an answer is a decision with what was not taken, and none leaves the question open', () => {
    const answers = [
      { question: 'Which store?', answer: 'SQLite', rejected: ['Postgres', 'Files'] },
    ];
    const given = snap(tool('question', { detail: 'Which store?' }, { answers }));
    expect(ofKind(given, 'decision')).toMatchObject([
      { value: 'Which store? → SQLite', detail: 'not taken: Postgres | Files' },
    ]);
    expect(given.summary.openQuestion).toBeUndefined();
    expect(given.summary.answers).toEqual(answers);
    const waiting = snap({
      type: 'call',
      call: { id: 'q', name: 'Ask', kind: 'question', paths: [], detail: 'Which store?' },
    });
    expect(waiting.summary.openQuestion).toBe('Which store?');
    const yes = snap(
      tool(
        'question',
        {},
        { answers: [{ question: 'Push to main?', answer: 'Yes', rejected: ['No'] }] },
      ),
    );
    expect(values(yes, 'approval')).toEqual(['Push to main?']);
    const no = snap(
      tool(
        'question',
        {},
        { answers: [{ question: 'Push to main?', answer: 'No', rejected: ['Yes'] }] },
      ),
    );
    expect(values(no, 'prohibition')).toEqual(['No (answer to: Push to main?)']);
  });

  test('an accepted plan is approved, and only that one [case 17] [R29]', () => {
    const snapshot = snap(
      { type: 'mode', mode: 'plan' },
      tool('plan', {}, { outcome: 'denied', text: 'no' }),
      tool(
        'plan',
        {},
        { acceptedPlan: { text: '# Move the parser\n\n1. x', path: '/h/plans/a.md' } },
      ),
    );
    expect(ofKind(snapshot, 'approval')).toMatchObject([
      { value: 'the plan /h/plans/a.md', state: 'approved' },
    ]);
    expect(snapshot.summary.acceptedPlans).toMatchObject([
      { path: '/h/plans/a.md', text: '# Move the parser\n\n1. x' },
    ]);
    expect(values(snapshot, 'decision')).toEqual(['Plan accepted: Move the parser']);
    expect(snapshot.summary.planMode).toBe(false);
  });
});

describe('an unfinished turn', () => {
  test('calls without results, results without an answer and prompts without an answer are unfinished [case 41]', () => {
    const [call, result] = sh('make');
    expect(snap(says('go'), agent('ok'), call!).summary.midTurn).toBe(true);
    expect(snap(says('go'), call!, result!).summary.midTurn).toBe(true);
    expect(snap(says('go')).summary.midTurn).toBe(true);
    expect(snap(says('go'), call!, result!, agent('Done.')).summary.midTurn).toBe(false);
    expect(snap(says('go'), agent('Done.'), says('/compact', 'command')).summary.midTurn).toBe(
      false,
    );
    expect(
      snap(says('go'), tool('shell', { command: 'make' }, { outcome: 'interrupted' })).summary
        .midTurn,
    ).toBe(false);
    expect(snap(says('go'), call!, says('what?'), agent('Hm.')).summary.midTurn).toBe(false);
    const stop = says('[Request interrupted by user]', 'injected');
    expect(snap(says('go'), call!, result!, stop).summary.midTurn).toBe(false);
    expect(snap(says('go'), call!, stop, boundary()).summary.midTurn).toBe(false);
  });

  test('what the model said since the boundary is told', () => {
    expect(snap(agent('a'), boundary()).summary.answeredAfterBoundary).toBe(false);
    expect(snap(agent('a'), boundary(), agent('b')).summary.answeredAfterBoundary).toBe(true);
  });

  test('plan mode is stated while it is on, and not after it [case 49]', () => {
    const plan = { type: 'mode', mode: 'plan' } as const;
    const edits = { type: 'mode', mode: 'acceptEdits' } as const;
    expect(values(snap(plan, boundary()), 'mode')).toEqual(['plan mode']);
    expect(values(snap(plan, edits, boundary()), 'mode')).toEqual([]);
  });
});
