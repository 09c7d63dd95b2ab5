import { describe, expect, it } from 'vitest';
import { liftOf } from '../../../src/core/snapshot/permission.ts';
import { ruleParts } from '../../../src/core/snapshot/rules-in.ts';

describe('words that lift a rule', () => {
  it.each([
    ['You may push now.', 'Do not push.'],
    ['Du darfst jetzt pushen.', 'Nicht pushen.'],
    ['Ya puedes hacer push.', 'No hagas push.'],
    ['forget what I said about pushing, you may push', 'Do not push.'],
  ])('are the speaker’s own: %s', (newer, older) => {
    expect(liftOf(newer, older)).toBe('lifted');
  });

  it.each([
    ['Bob says you may push.', 'Do not push.'],
    ['The docs say you may push.', 'Do not push.'],
    ['My boss told me you can push now.', 'Do not push.'],
    ['Alice: "you may push now"', 'Do not push.'],
    ['You may not push.', 'Do not push.'],
    ['Bob sagt, du darfst pushen.', 'Nicht pushen.'],
    ['In der Doku steht, dass du pushen darfst.', 'Nicht pushen.'],
    ['Bob dice que puedes hacer push.', 'No hagas push.'],
    ['You may push once the tests pass.', 'Do not push.'],
  ])('are not what others say, a refusal, or a condition: %s', (newer, older) => {
    expect(liftOf(newer, older)).toBeUndefined();
  });

  it('are held against each rule of a message by itself', () => {
    expect(ruleParts('Do not push. Never deploy to production. Do not touch gen.txt.')).toEqual([
      'Do not push.',
      'Never deploy to production.',
      'Do not touch gen.txt.',
    ]);
    expect(ruleParts('Do not push.')).toEqual(['Do not push.']);
  });

  it.each([
    ['You may push now.', "Never push, and don't touch src/rates.mjs."],
    ['You may push now.', 'Never push or delete branches.'],
    ['Du darfst jetzt pushen.', 'Bitte nie pushen und keine Dateien in docs/ löschen.'],
    ['Tu peux pousser maintenant.', 'Ne pousse jamais et ne supprime aucun fichier.'],
  ])('only narrow one that forbids another thing as well: %s', (newer, older) => {
    expect(liftOf(newer, older)).toBe('narrowed');
  });
});
