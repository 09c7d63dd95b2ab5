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
