import { describe, expect, it } from 'vitest';
import { rulesIn } from '../../../src/core/snapshot/rules-in.ts';

describe('an order with "always" where its language puts it', () => {
  it.each([
    'Utilise toujours des tabulations.',
    'Utilise toujours des tabulations au lieu des espaces.',
    'Benutze immer Tabs.',
    'Usa siempre tabuladores.',
    'Gebruik altijd tabs.',
    'استخدم دائما علامات الجدولة.',
    'השתמש תמיד בטאבים.',
    'हमेशा टैब का उपयोग करो।',
  ])('is a rule: %s', (text) => {
    expect(rulesIn(text)).toEqual([{ kind: expect.any(String), text }]);
  });

  it.each([
    'Il échoue toujours.',
    'On utilise toujours webpack ?',
    'Der Test schlägt immer fehl.',
    'Fallisce sempre.',
    'Zawsze pada na CI.',
    'Her zaman patlıyor.',
    'דרך אגב, הבדיקה תמיד נכשלת.',
    'टेस्ट हमेशा फेल होता है।',
    'This always happens on CI.',
  ])('is none where it says what happens: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});
