import { describe, expect, it } from 'vitest';
import { agent, says, sh } from '../snapshot/build.ts';
import { asked } from './kit.ts';

const question = agent('The branch is ready. Shall I push to main?');
const given = [question, says('yes')];
const approved = { approved: 'push main' };

/** One or two for each language in which answers are read. */
const words = [
  'never mind',
  'Nevermind, not today.',
  'oh, forget it',
  'scratch that',
  'Actually, I changed my mind.',
  'stop',
  'wait',
  'no, wait',
  "please don't push after all",
  'on second thought, leave main alone',
  'hold off on the push',
  'do not push',
  'Vergiss es.',
  'doch nicht',
  'Ich habe es mir anders überlegt.',
  'Laisse tomber',
  "j'ai changé d'avis",
  'olvídalo',
  'mejor no',
  'deixa pra lá',
  'lascia stare',
  'laat maar',
  'jednak nie',
  'забудь',
  'я передумав',
  'nech to být',
  'glöm det',
  'glem det',
  'la være',
  'ei sittenkään',
  'vazgeçtim',
  'tidak jadi',
  'thôi bỏ đi',
  'غيرت رأيي',
  'לא משנה',
  'रहने दो',
  'やっぱりやめて',
  '없던 일로 해줘',
  '算了',
  '還是不要',
  'ช่างมัน',
];

describe('an approval [case 35]', () => {
  it.each(words)('is taken back by: %s', async (said) => {
    const verdict = await asked(approved, [...given, sh('ls'), says(said)]);
    expect(verdict.why).toContain('Refused');
    expect(verdict.holds).toBe(false);
    const again = [...given, sh('ls'), says(said), question, says('yes')];
    expect((await asked(approved, again)).holds).toBe(true);
  });

  it.each([
    'thanks',
    'no problem, go on',
    'and then run the tests',
    'What does the linter say?',
    'use tabs instead of spaces',
    'The tests failed again, look at the log.',
    "don't worry about the colors",
    'yes',
    'Danke, weiter so.',
    '好的，继续',
  ])('stands after: %s', async (said) => {
    expect((await asked(approved, [...given, sh('ls'), says(said)])).holds).toBe(true);
  });

  it('stands where the user turns back from something else', async () => {
    const other = [agent('Shall I delete the old logs?'), says('yes')];
    const parts = [...given, sh('ls'), ...other, sh('ls'), says('never mind')];
    expect((await asked(approved, parts)).holds).toBe(true);
    expect((await asked({ approved: 'delete logs' }, parts)).holds).toBe(false);
    const named = [...given, sh('ls'), ...other, sh('ls'), says("never mind, don't push to main")];
    expect((await asked(approved, named)).holds).toBe(false);
    expect((await asked({ approved: 'delete logs' }, named)).holds).toBe(true);
  });

  it('stands where a no answers another question', async () => {
    const parts = [...given, sh('ls'), agent('Shall I tag a release as well?'), says('never mind')];
    expect((await asked(approved, parts)).holds).toBe(true);
    expect((await asked({ approved: 'tag release' }, parts)).holds).toBe(false);
  });

  it('is taken back by what follows at once, whatever else that is about', async () => {
    const beside = says('never mind, I found the report in my mail');
    expect((await asked(approved, [...given, sh('ls'), beside])).holds).toBe(false);
    const between = [...given, sh('ls'), says('Where is the report?'), sh('ls'), beside];
    expect((await asked(approved, between)).holds).toBe(true);
  });
});
