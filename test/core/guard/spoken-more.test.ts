import { describe, expect, it } from 'vitest';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';

const deedsOf = (message: string) => rulesIn(message).flatMap(({ deeds }) => deeds);

describe('a folder that is named beside the word for a folder', () => {
  it.each([
    ['ar', 'لا تلمس مجلد docs'],
    ['cs', 'Nesahej na složku docs'],
    ['da', 'Rør ikke mappen docs'],
    ['de', 'Fass den Ordner docs nicht an'],
    ['de', 'Rühr den docs-Ordner nicht an'],
    ['en', 'Do not touch the docs folder, it belongs to marketing'],
    ['es', 'No toques la carpeta docs'],
    ['fi', 'Älä koske docs-kansioon'],
    ['fr', 'Ne touche pas au dossier docs'],
    ['he', 'אל תיגע בתיקיית docs'],
    ['hi', 'docs फ़ोल्डर को मत छूना'],
    ['id', 'Jangan sentuh folder docs'],
    ['it', 'Non toccare la cartella docs'],
    ['ja', 'docsフォルダは触らないで'],
    ['ko', 'docs 폴더는 건드리지 마'],
    ['nb', 'Ikke rør mappen docs'],
    ['nl', 'Raak de map docs niet aan'],
    ['pl', 'Nie ruszaj folderu docs'],
    ['pt-BR', 'não encosta na pasta docs que é do pessoal de marketing'],
    ['ru', 'не трогай папку docs'],
    ['sv', 'rör inte docs-mappen'],
    ['th', 'อย่าแตะโฟลเดอร์ docs'],
    ['tr', 'docs klasörüne dokunma'],
    ['uk', 'не чіпай теку docs'],
    ['vi', 'đừng đụng vào thư mục docs'],
    ['zh-Hans', '不要动docs文件夹'],
    ['zh-Hant', 'docs 資料夾不要改'],
  ])('is held by its bare name: %s %s', (_, message) => {
    expect(deedsOf(message)).toEqual([{ do: 'file', path: 'docs/' }]);
  });

  it.each([
    'Create a folder for the tests',
    'No toques la carpeta del proyecto',
    '文件夹不要动',
    'Non creare una cartella nuova',
  ])('is none where no name stands there: %s', (message) => {
    expect(deedsOf(message)).toEqual([]);
  });
});

describe('what is forbidden beside something else', () => {
  const tests = { do: 'files', of: 'tests', only: 'delete' };
  const push = { do: 'act', act: 'push' };

  it.each(['never delete tests nor push', "don't delete tests or push"])(
    'is held like it: %s',
    (message) => {
      expect(deedsOf(message)).toEqual([tests, push]);
    },
  );

  it('is not held where it may be wanted', () => {
    const touch = { do: 'files', of: 'tests' };
    expect(deedsOf("Don't touch the tests and then push")).toEqual([touch]);
    expect(deedsOf("Don't touch the tests, push your branch")).toEqual([touch]);
  });

  it('is held in Japanese behind another sentence, and not where a condition stands there', () => {
    expect(deedsOf('テストは消さないで。pushもしないで')).toEqual([tests, push]);
    expect(deedsOf('もしテストが通ったらpushしないで')).toEqual([]);
  });
});

describe('the attempt at something', () => {
  it.each([
    ["don't you dare push", 'push'],
    ['stop trying to deploy!! nobody asked for that', 'deploy'],
    ["Don't even think about pushing this", 'push'],
    ['so um use pnpm instead of npm and uh dont push anything without asking me first', 'push'],
  ])('is forbidden like the thing itself: %s', (message, act) => {
    expect(deedsOf(message)).toContainEqual({ do: 'act', act });
  });

  it.each([
    ['es', 'Deja de intentar hacer push', 'push'],
    ['pt-BR', 'para de tentar deploy!!', 'deploy'],
    ['pt-BR', 'Nem pense em dar deploy.', 'deploy'],
    ['de', 'Versuch nicht zu pushen', 'push'],
    ['sv', 'Sluta försöka pusha', 'push'],
    ['ru', 'не пытайся пушить', 'push'],
  ])('is forbidden in other languages as well: %s %s', (_, message, act) => {
    expect(deedsOf(message)).toEqual([{ do: 'act', act }]);
  });

  it('forbids nothing that is no deed', () => {
    expect(deedsOf('Stop trying to be clever')).toEqual([]);
    expect(deedsOf("don't think about the tests yet")).toEqual([]);
  });
});

describe('what does not work', () => {
  it.each([
    'El push no funciona',
    'Intentar hacer push no funciona',
    'Fazer push não funciona',
    'Le push ne marche pas',
    'Der Push geht nicht',
    'Il push non funziona',
    'De push werkt niet',
    'Push nie działa',
    'пуш не работает',
    'пуш не працює',
    'pushが動かない',
    '푸시가 안 돼요',
    '推送不了',
    'Push çalışmıyor',
    'Push fungerar inte',
    'Push virker ikke',
    'Push ei toimi',
    'Push nefunguje',
    'push tidak jalan',
    'push không chạy',
    'push ใช้ไม่ได้',
    'ה-push לא עובד',
    'الدفع لا يعمل',
    'push काम नहीं कर रहा',
  ])('is not forbidden: %s', (message) => {
    expect(deedsOf(message)).toEqual([]);
  });

  it.each([
    'Não faça push, não funciona',
    'Ne pousse pas, ça ne marche pas',
    'Не пушь, тесты не работают',
    '푸시하지 마, 테스트가 안 돼',
    '푸시하면 안 돼요',
    '不要推送，测试用不了',
    'Nie pushuj, testy nie działają',
    'không được push',
  ])('leaves what is forbidden beside it: %s', (message) => {
    expect(deedsOf(message)).toEqual([{ do: 'act', act: 'push' }]);
  });
});
