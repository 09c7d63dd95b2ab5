import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { RecallIndex } from '../../../src/app/recall/ports.ts';
import { search } from '../../../src/app/recall/search.ts';
import { Fault } from '../../../src/core/errors.ts';
import { indexText } from '../../../src/core/search/index-text.ts';
import { parseQuery } from '../../../src/core/search/query.ts';
import { openIndex } from '../../../src/index-db/open.ts';

let folder: string;
let index: RecallIndex;
let record: number;
let number = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-words-'));
  ({ index } = openIndex(join(folder, 'index.db'), 's'));
  index.write((writer) => {
    record = writer.putRecord({
      id: 0,
      key: 'aaaaaaaa',
      host: 'h',
      subagent: false,
      path: '/r',
      modifiedMs: 1,
      whole: true,
      items: 0,
      lastCompaction: -1,
      version: 1,
    });
  });
});
afterAll(() => {
  index.close();
  removeFolder(folder);
});

/** Puts a text into the index, and tells whether a search finds it. */
function holds(text: string, ...words: string[]): boolean {
  number += 1;
  const own = number;
  index.write((writer) => {
    writer.clear(record);
    writer.add(record, {
      number: own,
      offset: 0,
      nth: 0,
      kind: 'result',
      time: 1,
      hash: own,
      length: text.length,
      head: '',
      ...indexText(text),
    });
  });
  const { hits, onlySome } = search(index, { query: parseQuery(words), limit: 5 });
  return !onlySome && hits.some(({ item }) => item.number === own);
}

const part = fc.stringMatching(/^[a-z]{2,8}$/);
const parts = fc.array(part, { minLength: 2, maxLength: 4 });
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const styles: Record<string, (words: string[]) => string> = {
  camel: ([first, ...rest]) => first! + rest.map(capital).join(''),
  pascal: (words) => words.map(capital).join(''),
  snake: (words) => words.join('_'),
  shouting: (words) => words.join('_').toUpperCase(),
  kebab: (words) => words.join('-'),
  dotted: (words) => words.join('.'),
  path: (words) => `/${words.join('/')}`,
  prose: (words) => words.join(' '),
};
const style = fc.constantFrom(...Object.keys(styles));
/** A row of letters in which two capitals meet has no parts that could be told. */
const told = (words: string[]) => words.every((word) => word.length > 1);

describe('a name', () => {
  it('is found by any of its parts, whatever the style', () => {
    fc.assert(
      fc.property(parts, style, fc.nat(3), (words, written, at) => {
        const wanted = words[at % words.length]!;
        expect(holds(`before ${styles[written]!(words)} behind`, wanted)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is found by neighbouring parts in any other style', () => {
    fc.assert(
      fc.property(parts.filter(told), style, style, fc.nat(3), (words, written, asked, at) => {
        const from = at % (words.length - 1);
        const wanted = words.slice(from, from + 2);
        expect(holds(`x ${styles[written]!(words)}: y`, styles[asked]!(wanted))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is not found by what is no part of it', () => {
    expect(holds('resolveTask', 'solve')).toBe(false);
    expect(holds('multitask', 'task')).toBe(false);
    expect(holds('src/app/hook/arm.ts', 'app/arm')).toBe(false);
  });
});

describe('any text', () => {
  it('is found by each row of its words', () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}]{1,9}$/u);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        fc.nat(7),
        (words, a, b) => {
          const [from, to] = [a % words.length, b % words.length].sort((x, y) => x - y) as [
            number,
            number,
          ];
          const wanted = words.slice(from, to + 1);
          expect(holds(words.join(' '), `"${wanted.join(' ')}"`)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('can be looked for: a query is never wrong but where it holds no word', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (words) => {
        try {
          holds('some text', ...words);
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          expect(error.code).toBe('usage');
        }
      }),
      { numRuns: 500 },
    );
    const signs = [
      '"',
      '*',
      'NEAR',
      '(',
      ')',
      ':',
      '-',
      '^',
      '+',
      'AND',
      'OR',
      'NOT',
      ' ',
      '{',
      '}',
      'a',
      ',',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 9 }), (pieces) => {
        expect(() => holds('some text', 'a', pieces.join(''))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
