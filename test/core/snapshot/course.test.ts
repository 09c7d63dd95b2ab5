import { describe, expect, it } from 'vitest';
import { courseOf } from '../../../src/core/snapshot/course.ts';

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

  it('takes as long as the text is, and looks at its beginning only', () => {
    const start = performance.now();
    courseOf(`${'ok, '.repeat(50_000)}stop`);
    courseOf(`stop${' here'.repeat(50_000)}`);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
