import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, beginWork, decision, reason } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

let calls = 0;
const asks = (command: string) => rig.send('PreToolUse', bash(`toolu_q${calls++}`, command));

/** The agent goes on with other work, with nobody's words before it. */
function goOn(): void {
  rig.answerRow('I look at the parser now.');
  const id = `toolu_go${calls++}`;
  rig.callRows(id, 'Bash', { command: 'npm test' }, { text: 'ok' });
  rig.answerRow('The parser is done as well.');
}

const prompt = async (text: string): Promise<void> => {
  await rig.send('UserPromptSubmit', { prompt: text, prompt_id: `p${calls++}` });
  rig.userRow(text);
};

/** Two compactions behind a question that nobody answered, with work between them. */
async function twice(question: string): Promise<string> {
  await beginWork(rig);
  rig.answerRow(question);
  await rig.compact();
  rig.boundaryRows('B1');
  goOn();
  const second = await rig.compact();
  rig.boundaryRows('B2');
  return second.context;
}

describe('a question that nobody answered', () => {
  it.each([
    ['English', 'Everything is done. Shall I push?'],
    ['German', 'Alles ist fertig. Soll ich pushen?'],
    ['Spanish', 'Todo está listo. ¿Hago push?'],
  ])(
    'holds what it asks for behind a second compaction, and is told again: %s',
    async (_, question) => {
      const brief = await twice(question);
      expect(brief).toContain('NOT ANSWERED');
      const answer = await asks('git push origin main');
      expect(decision(answer)).toBe('ask');
      expect(reason(answer)).toContain(question);
      goOn();
      await rig.compact();
      rig.boundaryRows('B3');
      expect(decision(await asks('git push'))).toBe('ask');
      expect((await asks('git status')).raw).toBe('');
    },
  );

  it('is not answered by words about something else, nor by a yes to another question', async () => {
    await twice('All is done. Shall I push?');
    await prompt('Fix the typo in the readme first.');
    expect(decision(await asks('git push'))).toBe('ask');
    rig.answerRow('Fixed. Shall I also run the linter?');
    await prompt('yes');
    expect(decision(await asks('git push'))).toBe('ask');
    await rig.compact();
    rig.boundaryRows('B3');
    expect(decision(await asks('git push'))).toBe('ask');
  });

  it('is answered by a yes when it is asked again, and by an order to do it', async () => {
    await twice('All is done. Shall I push?');
    rig.answerRow('As I asked before: shall I push?');
    await prompt('yes, push it');
    expect((await asks('git push')).raw).toBe('');
    goOn();
    await rig.compact();
    rig.boundaryRows('B3');
    expect((await asks('git push')).raw).toBe('');
  });
});

describe('a permission for one time', () => {
  it('is not given again by a further compaction once it was used', async () => {
    await beginWork(rig, 'Do not push.');
    await rig.compact();
    rig.boundaryRows('B1');
    await prompt('you may push now, just this once');
    expect((await asks('git push')).raw).toBe('');
    expect(decision(await asks('git push'))).toBe('ask');
    goOn();
    await rig.compact();
    rig.boundaryRows('B2');
    expect(decision(await asks('git push'))).toBe('ask');
  });
});

describe('a session that was compacted before it was seen', () => {
  it('is guarded from its first event on', async () => {
    rig.userRow('Do not push anything.');
    rig.callRows('toolu_old', 'Bash', { command: 'npm test' }, { text: 'ok' });
    rig.boundaryRows('B0');
    goOn();
    await rig.send('SessionStart', { source: 'resume' });
    expect(rig.watchedFor).toContain('active guard (main session)');
    const answer = await asks('git push');
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).toContain('Do not push anything.');
    expect(decision(await asks('git reset --hard'))).toBe('ask');
    expect(rig.kinds()).not.toContain('armed');
  });

  it('is guarded from its first prompt on, where no start of it was seen', async () => {
    rig.userRow('Do not push anything.');
    rig.boundaryRows('B0');
    goOn();
    await prompt('go on');
    expect(decision(await asks('git push'))).toBe('ask');
  });
});
