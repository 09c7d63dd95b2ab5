import { describe, expect, it } from 'vitest';
import { rulesIn as guardRulesIn } from '../../../src/core/guard/forbidden.ts';
import { rulesIn } from '../../../src/core/snapshot/rules-in.ts';

/** What need not be done, two sentences a language. */
const needless: Record<string, [string, string]> = {
  ar: ['لا داعي لتشغيل الاختبارات.', 'لا حاجة إلى عمل commit الآن.'],
  cs: ['Testy spouštět nemusíš.', 'Není třeba aktualizovat závislosti.'],
  da: ['Du behøver ikke køre testene.', 'Det er ikke nødvendigt at committe.'],
  de: ['Du musst die Tests nicht ausführen.', 'Du brauchst die README nicht zu ändern.'],
  en: ["You don't need to run the tests.", 'You need not update the changelog.'],
  es: ['No hace falta que corras los tests.', 'No es necesario que actualices las dependencias.'],
  fi: ['Testejä ei tarvitse ajaa.', 'Sinun ei tarvitse päivittää riippuvuuksia.'],
  fr: [
    "Tu n'as pas besoin de lancer les tests.",
    "Ce n'est pas la peine de mettre à jour le README.",
  ],
  he: ['אין צורך להריץ את הבדיקות.', 'אתה לא חייב לעדכן את התיעוד.'],
  hi: ['टेस्ट चलाने की ज़रूरत नहीं है।', 'README बदलना ज़रूरी नहीं है।'],
  id: ['Tidak perlu menjalankan tes.', 'Kamu tidak harus memperbarui dokumentasi.'],
  it: ['Non serve che tu esegua i test.', 'Non è necessario aggiornare le dipendenze.'],
  ja: ['テストを実行する必要はありません。', 'README は直さなくていいです。'],
  ko: ['테스트를 실행할 필요는 없습니다.', '문서는 고치지 않아도 됩니다.'],
  nb: ['Du trenger ikke å kjøre testene.', 'Det er ikke nødvendig å oppdatere README.'],
  nl: ['Je hoeft de tests niet te draaien.', 'Het is niet nodig om de README bij te werken.'],
  pl: ['Nie musisz uruchamiać testów.', 'Nie trzeba aktualizować zależności.'],
  'pt-BR': ['Não precisa rodar os testes.', 'Não é necessário atualizar as dependências.'],
  ru: ['Тесты запускать не обязательно.', 'Нет необходимости обновлять зависимости.'],
  sv: ['Du behöver inte köra testerna.', 'Det är inte nödvändigt att uppdatera README.'],
  th: ['ไม่จำเป็นต้องรันเทสต์', 'ไม่จำเป็นต้องแก้เอกสาร'],
  tr: ['Testleri çalıştırmana gerek yok.', 'README dosyasını güncellemek zorunda değilsin.'],
  uk: ['Тести запускати не обов’язково.', 'Немає потреби оновлювати залежності.'],
  vi: ['Không cần chạy test.', 'Bạn không nhất thiết phải cập nhật tài liệu.'],
  'zh-Hans': ['不需要运行测试。', '没必要更新依赖。'],
  'zh-Hant': ['不需要執行測試。', '沒必要更新相依套件。'],
};

describe('what need not be done', () => {
  it.each(Object.entries(needless).flatMap(([code, texts]) => texts.map((text) => [code, text])))(
    'is no rule (%s): "%s"',
    (_code, text) => {
      expect(rulesIn(text!)).toEqual([]);
      expect(guardRulesIn(text!)).toEqual([]);
    },
  );

  it.each([
    ["You don't need to run the tests, but never push to main.", 'push'],
    ['Du musst die Tests nicht ausführen, aber pushe nie.', 'push'],
    ['No hace falta que corras los tests, pero nunca hagas push.', 'push'],
    ['You must not run the tests.', 'tests'],
    ['Du musst immer die Tests ausführen, nie ohne committen.', 'Tests'],
    ['Do not run the tests.', 'tests'],
    ["Don't add code that we don't need.", 'code'],
    ['لا تضف مكتبات لا تحتاجها.', 'مكتبات'],
    ['不要加不需要的依赖。', '依赖'],
    ['Não adicione dependências que não precisa.', 'dependências'],
    ['Du darfst die Tests nicht ändern.', 'Tests'],
    ['Je moet de tests niet wijzigen.', 'tests'],
    ['Du skal ikke ændre testene.', 'testene'],
    ['Non devi modificare i test.', 'test'],
  ])('leaves what else the sentence rules: "%s"', (text, about) => {
    expect(
      rulesIn(text)
        .map((rule) => rule.text)
        .join(),
    ).toContain(about);
  });
});
