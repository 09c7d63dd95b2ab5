import { describe, expect, it } from 'vitest';
import { isPrintingScript, printedLines } from '../../../src/core/shell/sed.ts';

function millisecondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe('a sed script', () => {
  it.each([
    '5p',
    ' 1 , 5 p ; 5 q ; ',
    '$!d',
    '/a[b]c/,+3p',
    's/[[:space:]]*$//g',
    '/[]a][^]b]/p',
    '2,~4p; /x/ !d',
  ])('that prints is known for one: %s', (script) => expect(isPrintingScript(script)).toBe(true));

  // Where a slash within brackets does not end an expression, this one writes the file `out/p`.
  it.each(['s/[/]/;/w out/p', 's/[[.].]/]/;/w out/p', 's/[a/w out'])(
    'that programs end at different places is none: %s',
    (script) => expect(isPrintingScript(script)).toBe(false),
  );

  // A hook that is still at it when the host's time is over lets the call pass.
  it.each([
    `${'    p;'.repeat(150)}x`,
    `${' '.repeat(490)}p${' '.repeat(490)}x`,
    `${'1 , 2 ! p ; '.repeat(80)}x`,
    `${'s/a/b/ ; '.repeat(100)}x`,
    `/${'[a]'.repeat(300)}`,
    `0,/${'[^]a]'.repeat(16)}`,
    `/${'[]a]'.repeat(200)}`,
  ])('that does not fit is given up at once: %#', (script) => {
    expect(millisecondsOf(() => expect(isPrintingScript(script)).toBe(false))).toBeLessThan(100);
  });

  it('of lines to print is read at once, however it is spaced', () => {
    const blanks = ' '.repeat(300);
    const script = `1${blanks}p${blanks};${blanks}q`;
    expect(millisecondsOf(() => expect(printedLines(script)).toBeUndefined())).toBeLessThan(100);
    expect(printedLines(' 2 , 7 p ; 7q ')).toEqual({ start: 2, end: 7 });
  });
});
