import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../src/core/search/excerpt.ts';
import { marksIn } from '../../../src/core/search/marks.ts';
import { parseQuery } from '../../../src/core/search/query.ts';

function marked(text: string, ...words: string[]): string[] {
  return marksIn(text, parseQuery(words)).map(({ start, end }) => text.slice(start, end));
}

describe('places of what is looked for', () => {
  it.each([
    ['can we use a commit hook?', ['commit', 'hook'], ['commit hook']],
    ['call resolveTask now', ['task'], ['Task']],
    ['call resolveTask now', ['resolve_task'], ['resolveTask']],
    ['call resolve_task now', ['resolveTask'], ['resolve_task']],
    ['call resolveTask now', ['resolvetask'], ['resolveTask']],
    ['resolved and multitask', ['resolve', 'task'], ['resolved']],
    ['rounded half up', ['round half up'], ['rounded half up']],
    ['we round it', ['rounding'], ['round']],
    ['taskforce', ['task'], []],
    ['see src/app/hook/arm.ts:12', ['hook/arm'], ['hook/arm']],
    ['see src/app/hook/arm.ts:12', ['arm.ts'], ['arm.ts']],
    ['at 3f2a91c0dd now', ['3f2a91c'], ['3f2a91c']],
    ['Un café crème', ['cafe'], ['café']],
    ['見て全文検索だ', ['全文検索'], ['全文検索']],
    ['HTTPServer started', ['http'], ['HTTP']],
  ])('in "%s" for %j', (text, words, expected) => {
    expect(marked(text, ...words)).toEqual(expected);
  });

  it('lie within the text, in order and apart, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (text, word) => {
        const marks = marksIn(text, parseQuery(['x', word]));
        let last = 0;
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('an excerpt', () => {
  const filler = 'nothing of that here, only words. '.repeat(100);

  it('shows the place that holds most of what is looked for', () => {
    const text = `${filler}alpha here ${filler}alpha and beta here ${filler}`;
    const {
      text: shown,
      cutBefore,
      cutBehind,
    } = excerptOf(text, marksIn(text, parseQuery(['beta', 'alpha'])), 300);
    expect(shown).toContain('alpha and beta');
    expect([cutBefore, cutBehind]).toEqual([true, true]);
    expect(shown.length).toBeLessThanOrEqual(300);
  });

  it('shows a short text whole, and the beginning where nothing is marked', () => {
    expect(excerptOf('short', [], 300)).toMatchObject({ text: 'short', cutBefore: false });
    expect(excerptOf(filler, [], 100).text).toMatch(/^nothing of that .* here, only$/);
  });

  it('never splits a character, is never longer than asked, and keeps its marks in place', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.nat(400),
        fc.integer({ min: 20, max: 200 }),
        (text, at, limit) => {
          const start = Math.min(at, text.length - 1);
          const mark = { start, end: start + 1, term: 0 };
          const shown = excerptOf(text, [mark], limit);
          expect(shown.text.length).toBeLessThanOrEqual(limit);
          expect(text.slice(shown.from, shown.from + shown.text.length)).toBe(shown.text);
          expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(shown.text)).toBe(false);
          for (const one of shown.marks) {
            expect(shown.from + one.start).toBe(start);
          }
        },
      ),
    );
  });
});
