import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { clip, size, table } from '../../../src/entry/cli/table.ts';

describe('tables', () => {
  it('align what the terminal shows, wide characters and emoji included', () => {
    const text = table(
      [{ title: 'name' }, { title: 'n', right: true }],
      [
        ['山田', '1'],
        ['José', '22'],
        ['👩‍👩‍👧', '333'],
      ],
    );
    expect(text).toBe('name    n\n山田    1\nJosé   22\n👩‍👩‍👧    333');
    expect(new Set(text.split('\n').map((line) => stringWidth(line)))).toEqual(new Set([9]));
  });

  it('keep a name with a line break in its row', () => {
    expect(table([{ title: 'name' }, { title: 'n' }], [['we\nird', '1']])).toBe(
      'name    n\nwe ird  1',
    );
  });

  it('cut the column that may give way, to stay within the width', () => {
    const rows = [
      ['a', '山'.repeat(100), 'end'],
      ['b', 'short', 'end'],
    ];
    const text = table(
      [{ title: 'x' }, { title: 'long', flexible: true }, { title: 'y' }],
      rows,
      40,
    );
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    expect(text).toContain('…');
    expect(text.split('\n')[2]).toMatch(/^b {2}short +end$/);
  });

  it('never cut more than it takes: what is cut fills the width to its last column', () => {
    const columns = [
      { title: 'a' },
      { title: 'one', flexible: true },
      { title: 'two', flexible: true },
      { title: 'n', right: true },
      { title: 'end' },
    ];
    const word = (most: number) =>
      fc.integer({ min: 1, max: most }).map((many) => 'x'.repeat(many));
    const row = fc.tuple(word(8), word(60), word(60), word(4), fc.constant('whole'));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const lines = table(columns, rows, 80).split('\n').slice(1);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
        if (lines.some((line) => line.includes('…'))) {
          for (const line of lines) expect(stringWidth(line)).toBe(80);
        }
      }),
    );
  });

  it('never cut within a character', () => {
    expect(clip('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
    expect(clip('abc', 3)).toBe('abc');
  });

  it('have no blanks at the ends of lines', () => {
    expect(table([{ title: 'a' }, { title: 'b' }], [['x', '']])).toBe('a  b\nx');
  });

  it('tell sizes', () => {
    expect([0, 999, 1000, 4200, 12_345_678, 1e12].map(size)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '4.2 kB',
      '12 MB',
      '1.0 TB',
    ]);
  });
});
