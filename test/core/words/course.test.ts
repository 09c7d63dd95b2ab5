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

  it.each([
    'No, do the docs first',
    'Nein, erst die Doku',
    'Nevermind the tests, do the docs first',
    'skip the rounding, do the tests',
    'ok, please skip the rounding',
    'Do the docs first, then the tests',
    'Anders: erst die Rechnungen',
    'Non, d’abord la doc',
    '不，先写文档',
  ])('changes it by what comes first or is left out: %s', (text) =>
    expect(courseOf(text)).toBe('change'),
  );

  it.each(['that’s all for now', 'Break', 'enough for today', 'das war’s für heute'])(
    'stops it by ending the work: %s',
    (text) => expect(courseOf(text)).toBe('stop'),
  );

  it.each([
    'Do step 2 now',
    'first run the tests, then go on with the plan',
    'Erst die Tests, dann weiter mit dem Plan',
    'skip the flaky test and go on with the plan',
    'Fix the first failing test',
    'Fix the parser, not the lexer',
    'Prima, mach das',
    'Don’t skip the tests',
    'Break the loop into two functions',
    'That’s all right',
  ])('leaves it where the plan goes on, or the word means something else: %s', (text) =>
    expect(courseOf(text)).toBeUndefined(),
  );

  it('is not changed by what comes first in a long order with steps of its own', () =>
    expect(courseOf(`Build the importer. ${'It reads rows. '.repeat(14)}Check them first.`)).toBe(
      undefined,
    ));

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
      for (const list of ['first', 'skip', 'going'] as const)
        expect(course.get(list)?.length ?? 0, list).toBeGreaterThan(1);
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
      const middle = course.get('around')![0]!;
      const missed = course
        .get('stop')!
        .filter((one) => courseOf(`${one.replace('...', middle)}.`) !== 'stop');
      expect(missed).toEqual([]);
    });
  },
);

/** Orders to go on (not to stop, not to wait, never to stop) and greetings. */
const goingOn: Record<string, readonly string[]> = {
  ar: ['لا تتوقف', 'لا توقف العمل', 'استمر، لا توقف', 'مرحبا'],
  cs: ['Nepřestávej', 'Nečekej, pokračuj', 'Pokračuj, nezastavuj se', 'Ahoj'],
  da: ['Stop ikke', 'Vent ikke', 'Fortsæt, hold ikke op', 'Hej'],
  de: ['Hör nicht auf', 'Halt bitte nicht an', 'Mach weiter, warte nicht', 'Hallo'],
  en: ["Don't stop", "Don't wait, go on", 'Keep going, never stop', 'Hello'],
  es: [
    'No pare',
    'No espere, siga',
    'Sigue, no te detengas',
    'Hola, sigue con el plan por favor',
    '¡Hola!',
  ],
  fi: ['Älä lopeta', 'Älä odota', 'Jatka, älä koskaan pysähdy', 'Moi'],
  fr: ["Ne t'arrête pas", "N'attends pas", "Continue, n'arrête jamais", 'Bonjour'],
  he: ['לא לעצור', 'אל תחכה', 'תמשיך, לא להפסיק', 'שלום'],
  hi: ['मत रुको', 'इंतज़ार मत करो', 'जारी रखो, रुको मत', 'नमस्ते'],
  id: ['Tidak berhenti', 'Jangan tunggu', 'Teruskan, jangan berhenti', 'Halo'],
  it: ['Non fermarti', 'Non aspettare', 'Continua, non smettere mai', 'Ciao'],
  ja: ['止めないで', '待たないで', '続けて、止まらないで', 'こんにちは'],
  ko: ['중지하지 마', '기다리지 마', '계속해, 중단하지 마세요', '안녕하세요'],
  nb: ['Ikke stopp', 'Ikke vent', 'Fortsett, hold ikke opp', 'Hei'],
  nl: ['Stop niet', 'Wacht niet', 'Ga door, hou niet op', 'Hallo'],
  pl: ['Nie przestawaj', 'Nie czekaj', 'Kontynuuj, nie czekaj', 'Cześć'],
  'pt-BR': [
    'Não pare',
    'Não pare, continue com o plano',
    'Não pare de trabalhar',
    'Não parem',
    'Não para',
    'Não espere, continue',
    'Olá',
  ],
  ru: ['Не останавливайся', 'Не жди', 'Продолжай, не останавливайся', 'Привет'],
  sv: ['Sluta inte', 'Vänta inte', 'Fortsätt, stanna inte', 'Hej'],
  th: ['ไม่ต้องหยุด', 'ไม่ต้องรอ', 'ทำต่อ อย่าหยุด', 'สวัสดี'],
  tr: ['Durma', 'Bekleme', 'Devam et, asla durma', 'Merhaba'],
  uk: ['Не зупиняйся', 'Не чекай', 'Продовжуй, не зупиняйся', 'Привіт'],
  vi: ['Không dừng lại', 'Đừng chờ', 'Tiếp tục đi, đừng dừng lại', 'Xin chào'],
  'zh-Hans': ['不要停', '不要停下来', '不要等', '先别停', '继续，不要停止工作', '你好'],
  'zh-Hant': ['不要停', '不要停下來', '不要等', '先別停', '繼續，不要停止', '你好'],
};

describe('[R6] an order to go on is no stop', () => {
  it('there are some in each language', () =>
    expect(Object.keys(goingOn).sort()).toEqual(
      readLanguages('data/words')
        .map(({ code }) => code)
        .sort(),
    ));

  it.each(Object.entries(goingOn))('in %s', (_, texts) => {
    const wrong = texts.flatMap((text) => [text, `${text}!`]).filter((text) => courseOf(text));
    expect(wrong).toEqual([]);
  });

  it.each([
    'Não, pare',
    'Não. Pare',
    'Não continue',
    'Nie, czekaj',
    'No, espere',
    'No espera, lo miro primero',
    '不，停下',
    '不要停，等一下',
    '不要，停',
    '不要动',
    '先别',
    '先别吧',
    '하지 마',
    '아니, 중지해',
    'לא, רגע',
    'Không, dừng lại',
    'ไม่ต้อง',
    'لا، توقف',
  ])('a stop stays one where "no" and "not" are alike: %s', (text) =>
    expect(courseOf(text)).toBe('stop'),
  );
});

describe('[R6] a verb in two parts stops the work with words between them', () => {
  it.each([
    'Halt bitte an.',
    'Halt bitte an',
    'Halt mal kurz an, ich schaue nach',
    'Halten Sie bitte sofort an!',
    'Hör bitte mal kurz auf',
    'Brich jetzt bitte alles ab',
    'Stop even',
    'Hou even op',
    'Hou nu alsjeblieft op',
    'Breek nu even af',
    'Lägg genast av',
    'Låt nu bli',
    'Hold venligst op',
    'Lad nu være',
    'Hold nå straks opp',
    'La nå være',
  ])('%s', (text) => expect(courseOf(text)).toBe('stop'));

  it.each([
    'Halt bitte nicht an',
    'Hör noch nicht auf',
    'Halt den Test an der Grenze stabil',
    'Hou niet op',
    'Hold ikke op',
    'Hold planen opdateret',
  ])('leaves it: %s', (text) => expect(courseOf(text)).toBeUndefined());
});

describe('[R6] a word that stops in one language and is everyday in another', () => {
  it.each([
    'Minute, hour and second should be fields of the form',
    'Piano, guitar and drums: add these to the list',
    'Alto, tenor and bass need icons',
    'Hold, buy and sell are the three buttons',
    'Vent: rename the class to Valve',
    'Malta: add the country to the list',
    'Perú: añade el país a la lista',
    'Seis, por favor, y los otros también',
    'Dost, bunu yap lütfen',
  ])('leaves it: %s', (text) => expect(courseOf(text)).toBeUndefined());

  it.each([
    'Piano, voglio vedere prima',
    'Seis, tämä on väärin',
    'Vent, jeg vil se først',
    'Dur, önce ben bakmak istiyorum',
    'Alto, no sigas',
    'Para, quiero verlo',
    'Minute, je regarde',
    'Basta, let me look at it first',
  ])('stops it: %s', (text) => expect(courseOf(text)).toBe('stop'));

  it.each([
    'Always run the linter first.',
    'Immer zuerst die Tests laufen lassen.',
    'Siempre ejecuta primero el linter.',
  ])('is not changed by a rule about the manner of work: %s', (text) => {
    expect(courseOf(text)).toBeUndefined();
  });
});
