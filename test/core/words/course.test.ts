import { describe, expect, it } from 'vitest';
import { readLanguages } from '../../../scripts/words/data.ts';
import { courseOf } from '../../../src/core/words/course.ts';

describe('[R6] what the newest message does to the work', () => {
  it.each([
    'Stop.',
    'stop here',
    'ok, stop please',
    'Hold on, I want to look first',
    'wait',
    'Please don’t continue with the plan',
    'Never mind.',
    'STOP working on this for now. I will review it tomorrow.',
    'No! Stop and tell me what you changed.',
    'I have seen enough. Stop now.',
    'Halt!',
    'Bitte stopp',
    'Hör auf damit.',
    'Arrêtez, je regarde.',
    'Espera un momento.',
    'Para!',
    'стоп',
    'やめてください',
    '停下，我先看看',
    '멈춰',
    'توقف',
  ])('stops it: %s', (text) => expect(courseOf(text)).toBe('stop'));

  it.each([
    'Forget the plan and write the changelog',
    'Do the lexer instead.',
    'Change of plan: first fix the login page',
    'I changed my mind about the store',
    'Mach stattdessen die Doku',
    'Fais plutôt la documentation',
    '改成先写文档',
    '代わりにテストを書いて',
  ])('changes it: %s', (text) => expect(courseOf(text)).toBe('change'));

  it.each([
    'Do the plan.',
    'go on',
    'Stop using tabs in these files',
    'The server does not stop when it should, fix that',
    'Wait for CI before you merge anything to the release branch',
    'Add a stop button to the toolbar',
    'Warte auf die CI, bevor du mergst',
    'Make the tests pass and leave the config alone',
  ])('leaves it: %s', (text) => expect(courseOf(text)).toBeUndefined());

  it('looks at the beginning of a long text only', () => {
    expect(courseOf(`${'ok, '.repeat(50_000)}stop`)).toBeUndefined();
    expect(courseOf(`Fix the parser.${' And the lexer.'.repeat(50)} Stop.`)).toBeUndefined();
  });

  it('reads accents that were left out, and other apostrophes', () => {
    expect(courseOf('arrete')).toBe('stop');
    expect(courseOf('Detente, por favor')).toBe('stop');
    expect(courseOf('don\u2019t continue')).toBe('stop');
  });
});

describe.each(readLanguages('data/words'))(
  '[R6] what stops or changes the work in $name',
  ({ course, courseRows }) => {
    it('the file has its lists, and messages that stop, change and leave the work', () => {
      for (const list of ['stop', 'change', 'around', 'join'] as const)
        expect(course.get(list)?.length ?? 0, list).toBeGreaterThan(5);
      const count = (expected: string): number =>
        courseRows.filter(({ expect: label }) => label === expected).length;
      expect(count('stop')).toBeGreaterThanOrEqual(12);
      expect(count('change')).toBeGreaterThanOrEqual(8);
      expect(count('none')).toBeGreaterThanOrEqual(6);
    });

    it('its messages are understood', () => {
      const wrong = courseRows.filter(
        ({ text, expect: label }) => (courseOf(text) ?? 'none') !== label,
      );
      expect(wrong).toEqual([]);
    });

    it('each of its phrases stops the work where it stands alone', () => {
      const missed = course.get('stop')!.filter((one) => courseOf(`${one}.`) !== 'stop');
      expect(missed).toEqual([]);
    });
  },
);
