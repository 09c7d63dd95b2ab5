import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camelParts, splitCamel } from '../../../src/core/search/camel.ts';
import { fold } from '../../../src/core/search/fold.ts';
import { indexText } from '../../../src/core/search/index-text.ts';
import { isUnspaced, lastCharacters, spacedPairs } from '../../../src/core/search/pairs.ts';

describe('words of the index', () => {
  it.each([
    ['resolveTask', 'resolve Task'],
    ['HTTPServer', 'HTTP Server'],
    ['parseURL2Path', 'parse URL2 Path'],
    ['XMLHttpRequest', 'XML Http Request'],
    ['plain', 'plain'],
    ['snake_case and kebab-case', 'snake_case and kebab-case'],
  ])('splits %s', (name, parts) => expect(splitCamel(name)).toBe(parts));

  it('takes each name in camel case once, and nothing else', () => {
    expect(camelParts('call resolveTask, then src/app/HookEvent.ts and resolveTask again')).toBe(
      'resolve Task Hook Event',
    );
    expect(camelParts('nothing here, not_even_here, NOR HERE')).toBe('');
  });

  it('takes no name from a run of data', () => {
    expect(camelParts(`x ${'aBcD'.repeat(40)} y`)).toBe('');
  });

  it('loses no letter and adds none, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(splitCamel(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('writes scripts without blanks as pairs, and leaves the rest alone', () => {
    expect(spacedPairs('見て全文検索 ok').trim()).toBe('見て て全 全文 文検 検索  ok');
    expect(spacedPairs('検').trim()).toBe('検');
    expect(spacedPairs('Grüße, naïve')).toBe('Grüße, naïve');
    expect(lastCharacters('見て全文検索 ok 検索')).toBe('索');
  });

  it('keeps whole characters beyond the first plane', () => {
    expect(isUnspaced('𠮷')).toBe(true);
    expect(spacedPairs('𠮷野家').trim()).toBe('𠮷野 野家');
  });

  it('keeps the length of a text when it folds it', () => {
    expect(fold('Café ÀÉÎ ß İ')).toBe('cafe aei ß i');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(text)).toHaveLength(text.length);
      }),
    );
  });

  it('gives the index words and parts beside each other', () => {
    expect(indexText('resolveTask in task.ts')).toEqual({
      words: 'resolveTask in task.ts',
      parts: 'resolve Task',
    });
  });
});
