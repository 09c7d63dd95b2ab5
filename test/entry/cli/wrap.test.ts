import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { paint } from '../../../src/entry/cli/colour.ts';
import { wrap } from '../../../src/entry/cli/wrap.ts';

describe('long messages', () => {
  it('are broken between words at the width of the terminal, and lose nothing', () => {
    const text =
      'No session of this project is known. 山田 wrote Run "holdfast status" to see them.';
    for (const width of [20, 33, 80]) {
      const lines = wrap(text, width).split('\n');
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join(' ')).toBe(text);
    }
  });

  it('go on under their own text', () => {
    expect(wrap('ok    hooks: all of them fire', 20)).toBe('ok    hooks: all of\n      them fire');
    const green = `\u001b[32mok  \u001b[39m  hooks: all of them fire`;
    expect(wrap(green, 20)).toBe('\u001b[32mok  \u001b[39m  hooks: all of\n      them fire');
    const own = paint('green', 'ok  ', true);
    expect(wrap(`${own}  hooks: all of them fire`, 20)).toBe(
      `${own}  hooks: all of\n      them fire`,
    );
    expect(wrap('  - add hooks to a file', 16)).toBe('  - add hooks to\n    a file');
  });

  it('keep a path whole, short lines as they are, and all where there is no terminal', () => {
    const path = `/a/${'long/'.repeat(20)}path`;
    expect(wrap(`See ${path} now\n  two  blanks`, 20)).toBe(`See\n${path}\nnow\n  two  blanks`);
    expect(wrap(`See ${path} now`, undefined)).toBe(`See ${path} now`);
  });
});
