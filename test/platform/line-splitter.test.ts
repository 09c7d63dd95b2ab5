import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../src/platform/line-splitter.ts';

function split(
  text: string,
  sizes: number[],
  limit = 1_000_000,
): { lines: string[]; left: number } {
  const lines: string[] = [];
  const splitter = new LineSplitter(limit, (line) => lines.push(line));
  const bytes = Buffer.from(text);
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    splitter.push(bytes.subarray(at, at + size));
    at += size;
  }
  splitter.end();
  return { lines, left: splitter.oversized };
}

describe('bytes to lines', () => {
  it('gives the lines of a text however it is cut, also inside of a character', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 5 })), (lines, sizes) => {
        const text = lines.map((each) => `${each}\n`).join('');
        expect(split(text, sizes).lines).toEqual(lines);
      }),
    );
  });

  it('gives a last line without an end, and nothing where there is none', () => {
    expect(split('a\nb', []).lines).toEqual(['a', 'b']);
    expect(split('a\n', []).lines).toEqual(['a']);
  });

  it('cuts at line feeds only', () => {
    expect(split('a\u2028b\u2029c\u0085d\re\n', []).lines).toEqual(['a\u2028b\u2029c\u0085d\re']);
  });

  it('leaves out and counts a line over the limit, and goes on behind it', () => {
    const { lines, left } = split(`${'x'.repeat(50)}\nshort\n${'y'.repeat(99)}`, [7, 7, 7], 10);
    expect([lines, left]).toEqual([['short'], 2]);
  });
});
