import { describe, expect, it } from 'vitest';
import { agent, ofKind, says, snap, values } from './build.ts';

const question = 'The tests are green. Shall I push to main?';
const either = 'Should I use Redis or Postgres?';

describe('a question that the user answers by asking back', () => {
  it.each(
    [
      'Why?',
      'why',
      'Which branch?',
      'What would that change?',
      '?',
      'Hm?',
      'Warum?',
      '¿Por qué?',
    ].concat([
      'Pourquoi ?',
      'Perché?',
      'なぜ？',
      '为什么？',
      '왜?',
      'Почему?',
      'لماذا؟',
      'Neden?',
      'Waarom?',
      'Dlaczego?',
    ]),
  )('stays open: %s', (answer) => {
    const asked = [says('Fix it'), agent(question), says(answer)];
    expect(values(snap(...asked), 'approval')).toEqual([]);
    for (const more of [[], [agent('The release needs it.')]]) {
      const { facts, summary } = snap(...asked, ...more);
      const open = facts.filter(({ kind }) => kind === 'question.open');
      expect(open.map(({ value, state }) => [value, state])).toEqual([
        [question, 'not answered: the user asked back'],
      ]);
      expect(summary.waitingQuestion).toBe(question);
    }
  });

  it.each([
    'Yes',
    'No',
    'Fix the login page first.',
    'Can you look at the login page instead and fix the header there?',
  ])('is closed by what is no bare question: %s', (answer) => {
    const all = snap(says('Fix it'), agent(question), says(answer));
    expect(ofKind(all, 'question.open')).toEqual([]);
  });

  it('is over when the user goes on with something else', () => {
    const all = snap(
      agent(question),
      says('Why?'),
      agent('For the release.'),
      says('Fix the login page.'),
    );
    expect(ofKind(all, 'question.open')).toEqual([]);
  });

  it('is asked and answered again', () => {
    const all = snap(
      agent(question),
      says('Why?'),
      agent('For the release. Shall I push?'),
      says('Yes'),
    );
    expect(ofKind(all, 'question.open')).toEqual([]);
    expect(ofKind(all, 'approval').map(({ value }) => value)).toEqual([
      'For the release. Shall I push?',
    ]);
  });
});

describe('a question that offers one thing or another', () => {
  it.each(['Sigue', 'go on', 'Yes', 'ok', 'Mach weiter', 'continue', 'ja'])(
    'is not answered by "%s"',
    (answer) => {
      const all = snap(says('Do it'), agent(either), says(answer));
      expect(values(all, 'approval')).toEqual([]);
      expect(ofKind(all, 'question.open').map(({ value, state }) => [value, state])).toEqual([
        [either, 'not answered plainly: a yes to one of several'],
      ]);
    },
  );

  it.each(['Redis', 'Redis please', 'the first'])('is answered by what names one: %s', (answer) => {
    expect(ofKind(snap(agent(either), says(answer)), 'question.open')).toEqual([]);
  });
});
