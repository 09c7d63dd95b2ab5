import { describe, expect, it } from 'vitest';
import type { Deed } from '../../../src/core/guard/deed.ts';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';
import { permitsIn } from '../../../src/core/guard/permits.ts';
import { deedLanguages } from '../../../src/core/words/deed-lists.ts';
import { type Spoken, spoken } from './spoken-sentences.ts';

const deedsIn = (text: string): Deed[] => {
  const all = rulesIn(text).flatMap(({ deeds }) => deeds);
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
};
const isSame = (one: Deed, other: Deed): boolean => JSON.stringify(one) === JSON.stringify(other);

const wanted: Partial<Record<keyof Spoken, Deed>> = {
  push: { do: 'act', act: 'push' },
  commit: { do: 'act', act: 'commit' },
  remove: { do: 'file', path: 'old.txt', only: 'delete' },
  touch: { do: 'file', path: 'gen.txt' },
  install: { do: 'act', act: 'install' },
  force: { do: 'act', act: 'force-push' },
  wait: { do: 'act', act: 'deploy' },
};

it('every language with words of deeds is tried', () => {
  expect(Object.keys(spoken).sort()).toEqual(
    deedLanguages()
      .filter((code) => code !== 'en')
      .sort(),
  );
});

describe.each(Object.entries(spoken))('what a person says in the language %s', (_, says) => {
  it.each(
    Object.entries(wanted).flatMap(([name, deed]) =>
      says[name as keyof Spoken].map((text) => [text, deed] as const),
    ),
  )('forbids that and nothing else: %s', (text, deed) => {
    expect(deedsIn(text)).toEqual([deed]);
  });

  it.each(says.tests)('keeps the tests: %s', (text) => {
    expect(deedsIn(text)).toMatchObject([{ do: 'files', of: 'tests' }]);
  });

  it.each(says.wait)('waits for a yes: %s', (text) => {
    expect(rulesIn(text)).toMatchObject([{ why: 'waits' }]);
  });

  it.each(says.none)('forbids nothing that is plain: %s', (text) => {
    expect(deedsIn(text)).toEqual([]);
  });

  it.each(says.allow)('allows that and nothing else: %s', (text) => {
    expect(permitsIn(text)).toMatchObject([{ deeds: [{ do: 'act', act: 'push' }] }]);
  });

  it.each(says.allowNothing)('allows nothing: %s', (text) => {
    expect(permitsIn(text)).toEqual([]);
  });
});

/** An act of git or of a deployment that is done to something of another kind. */
const ofAnotherKind = [
  '请不要提交 .env 文件。',
  '不要在循环里提交事务。',
  'Committe die .env nicht.',
  'Committe keine Secrets.',
  'Keine Commits ohne Tests.',
  'Pushe keine kaputten Builds.',
  'Deploye nicht freitags.',
  'Push nicht die Werte in das Array, sondern nutze concat.',
  'Ne commite pas de secrets.',
  'Ne pousse pas les valeurs dans le tableau.',
  'No hagas commit del .env.',
  'No hagas push al array dentro del bucle.',
  '.envをコミットしないでください。',
  '配列に値をプッシュしないで。',
  '.env 커밋하지 마',
  '배열에 값을 푸시하지 마',
  'Não commite o .env.',
  'Não faça push dos valores no array.',
  'Non committare il file .env.',
  'Non fare push dei valori nella lista.',
  'Не коммить секреты.',
  'Не пушь значения в массив.',
  'Commit geen secrets.',
  'Niet de waarden in de array pushen.',
  'Nie commituj sekretów.',
  'Committa inte hemligheter.',
  '.env を commit しないで',
  'テストなしでコミットしないで。',
  '没有测试不要提交。',
  '周五不要部署。',
  'Ne déploie pas le vendredi.',
  'No hagas commit sin tests.',
  'Não faça deploy na sexta.',
  'Не коммить без тестов.',
  '테스트 없이 커밋하지 마.',
  'อย่า commit ไฟล์ .env',
  'Cuma günleri deploy etme.',
];

/** The same of what it is done to, or of nothing. */
const ofGit: [string, ...string[]][] = [
  ['Bitte die Änderungen nicht pushen.', 'push'],
  ['Bitte nicht committen oder pushen.', 'push', 'commit'],
  ['Mach vorerst keine Commits mehr.', 'commit'],
  ['Nicht auf den Server deployen.', 'deploy'],
  ['Niemals direkt auf den main-Branch committen.', 'commit'],
  ['Bitte den Feature-Branch nicht mergen.', 'merge'],
  ['Ne fais jamais de commit directement sur la branche principale.', 'commit'],
  ['Pusha inte ändringarna ännu.', 'push'],
  ['勝手にコミットしないで。', 'commit'],
  ['지금은 커밋하지 말아 주세요.', 'commit'],
  ['Deploye nichts in Produktion.', 'deploy'],
  ['Ne pousse rien pour le moment.', 'push'],
  ['Ne pousse pas les changements sur main.', 'push'],
  ['No subas los cambios al repositorio.', 'push'],
  ['Por favor no hagas commit todavía.', 'commit'],
  ['不要把代码推送到主分支。', 'push'],
  ['变更不要提交。', 'commit'],
  ['mainブランチにプッシュしないで。', 'push'],
  ['まだデプロイしないで。', 'deploy'],
  ['변경 사항을 커밋하지 마.', 'commit'],
  ['Не пушь изменения в main.', 'push'],
  ['Nie pushuj na main.', 'push'],
  ['Pusha inte till main.', 'push'],
  ['Não faça push para a main.', 'push'],
  ['Non pushare sul branch main.', 'push'],
];

describe('an act of git that is forbidden in another language than English', () => {
  it.each(ofAnotherKind)('is none where it is done to something of another kind: %s', (text) => {
    expect(deedsIn(text)).toEqual([]);
  });

  it.each(ofGit)(
    'is one where it is done to changes or a branch, or to nothing: %s',
    (text, ...acts) => {
      expect(deedsIn(text)).toMatchObject(acts.map((act) => ({ do: 'act', act })));
    },
  );

  it('stands beside what is forbidden of files', () => {
    expect(deedsIn('Nicht pushen und gen.txt nicht anfassen.')).toEqual([
      { do: 'act', act: 'push' },
      { do: 'file', path: 'gen.txt' },
    ]);
  });

  it('waits where another part of the sentence names other things', () => {
    expect(rulesIn('Zeig mir erst den Diff und warte auf mein OK, bevor du pushst.')).toMatchObject(
      [{ why: 'waits', deeds: [{ do: 'act', act: 'push' }] }],
    );
  });
});
