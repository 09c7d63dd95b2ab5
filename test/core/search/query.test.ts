import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchText } from '../../../src/core/search/match-text.ts';
import { parseQuery } from '../../../src/core/search/query.ts';

const terms = (...words: string[]) => parseQuery(words).terms.map(({ text }) => text);

describe('what a person looks for', () => {
  it('takes words as a shell hands them over', () => {
    expect(terms('resolve', 'task')).toEqual(['resolve', 'task']);
    expect(terms('resolve task')).toEqual(['resolve', 'task']);
  });

  it('takes what stands in quotation marks as one thing', () => {
    expect(parseQuery(['"not found" in', 'src/a.ts']).terms).toEqual([
      { text: 'not found', quoted: true },
      { text: 'in', quoted: false },
      { text: 'src/a.ts', quoted: false },
    ]);
  });

  it('takes a quotation mark that is never closed for a sign', () => {
    expect(terms('say "hello')).toEqual(['say', '"hello']);
  });

  it.each([['NEAR'], ['AND'], ['a*'], ['-x'], ['col:on'], ['(y'], ['^b'], ['{c}'], ['"'], ['a"b']])(
    'gives %s no meaning of its own',
    (word) => {
      const query = parseQuery(['word', word]);
      const text = matchText(query, 'all')!;
      expect(text.replace(/"(?:[^"]|"")*"/g, '')).toMatch(/^[() *]*(?: (?:AND|OR) [() *]*)*$/);
    },
  );

  it('refuses what holds no word, and names the next step', () => {
    for (const words of [[], [''], ['"'], ['--', '***'], ['…']]) {
      expect(() => parseQuery(words)).toThrow(
        /^Nothing to search for|holds neither a letter nor a digit/,
      );
    }
  });

  it('says how many words it leaves out', () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${at}`);
    expect(parseQuery(words)).toMatchObject({ left: 20 });
    expect(parseQuery(words).terms).toHaveLength(40);
  });

  it('writes nothing outside of literals but its own operators, whatever is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (words) => {
        let query: ReturnType<typeof parseQuery>;
        try {
          query = parseQuery(words);
        } catch {
          return;
        }
        for (const reach of ['phrase', 'all', 'some'] as const) {
          const outside = matchText(query, reach)?.replace(/"(?:[^"]|"")*"/g, '') ?? '';
          expect(outside).toMatch(/^[() *]*(?: (?:AND|OR) [() *]*)*$/);
        }
      }),
    );
  });
});
