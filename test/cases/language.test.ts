import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

async function told(...messages: string[]): Promise<{ steering: string; brief: string }> {
  await rig.send('SessionStart', { source: 'startup' });
  for (const message of messages) rig.userRow(message);
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  const steering = (await rig.send('PreCompact', { trigger: 'auto' })).raw;
  rig.boundaryRows('B1');
  return { steering, brief: (await rig.send('SessionStart', { source: 'compact' })).context };
}

describe('the language that the user writes in', () => {
  it.each([
    [
      'Spanish',
      'Arregla el cálculo del precio.',
      'No toques la carpeta de migraciones.',
      'Luego pasa los tests otra vez.',
    ],
    [
      'German',
      'Bau bitte den Export um.',
      'Die Spalte kundeNr bleibt, wie sie ist.',
      'Danach noch die README anpassen.',
    ],
    [
      'Japanese',
      '料金の計算を直してください。',
      '設定ファイルは触らないでください。',
      'そのあとテストを実行して。',
    ],
    [
      'Russian',
      'Почини расчёт цены, пожалуйста.',
      'Папку с миграциями не трогай.',
      'Потом запусти тесты ещё раз.',
    ],
  ])(
    'is %s: the summary is ordered in it, and the brief says so at once',
    async (name, ...messages) => {
      const { steering, brief } = await told(...messages);
      expect(steering).toContain(`Write the summary in ${name}`);
      expect(brief.split('\n')[0]).toContain(`The user writes in ${name}.`);
    },
  );

  it('is not told where it is English, or where the messages leave it open', async () => {
    const english = await told(
      'Fix the price.',
      'Never touch the migrations.',
      'Then run the tests.',
    );
    expect(english.steering).not.toContain('Write the summary in');
    expect(english.brief).not.toContain('The user writes in');
    expect(english.brief).toContain('Never touch the migrations.');
  });

  it('is not guessed from a word or two', async () => {
    const { steering, brief } = await told('ok', 'src/app.ts');
    expect(steering).not.toContain('Write the summary in');
    expect(brief).not.toContain('The user writes in');
    expect(brief).toContain('src/app.ts');
  });
});
