import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../src/entry/cli/columns.ts';

describe('the columns of a line', () => {
  it('are those that the library tells, for every character of the first two planes', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x20000; code += 1) {
      const character = String.fromCodePoint(code);
      if (columnsOf(character) !== stringWidth(character)) wrong.push(code.toString(16));
      const between = `a${character}b`;
      if (columnsOf(between) !== stringWidth(between)) wrong.push(`between ${code.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are those that the library tells, whatever stands together', () => {
    const signs = ['a', 'é', 'ß', '→', '│', '✓', '✅', '🎉', '😀', '👍', '検', '한', 'e\u0301'];
    const joined = ['\u200d', '\ufe0f', '\u{1f3fd}', '🇩', '🇪', '\u20e3', '1', '*', '\u001b[1m'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs, ...joined), { maxLength: 8 }), (parts) => {
        expect(columnsOf(parts.join(''))).toBe(stringWidth(parts.join('')));
      }),
    );
  });
});
