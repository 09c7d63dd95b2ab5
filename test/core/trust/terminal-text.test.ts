import { describe, expect, it } from 'vitest';
import { plainJson, terminalText } from '../../../src/core/trust/terminal-text.ts';

const show = (text: string): string => terminalText(text, '123456789');

describe('terminalText', () => {
  it.each([
    ['a\u001b[2Jb', 'ab'],
    ['a\u001b]52;c;ZXZpbA==\u0007b', 'ab'],
    ['a\u001b]0;title\u001b\\b', 'ab'],
    ['a\u009b2Jb', 'ab'],
    ['a\u009d52;c;x\u009cb', 'ab'],
    ['a\u001bPq#0\u001b\\b', 'ab'],
    ['a\u001bcb', 'ab'],
    ['a\rb', 'ab'],
    ['a\r\nb', 'a\nb'],
    ['a\u202eb\u2066c\u200fd', 'abcd'],
    ['a\u001b[31mb\u001b[0m', 'ab'],
    ['a\u001b[31;987654321mb', 'ab'],
    ['a\bb\u007f', 'ab'],
    ['a\u001b', 'a'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['日本語 é 👩‍💻', '日本語 é 👩‍💻'],
  ])('%j is shown as %j', (text, expected) => expect(show(text)).toBe(expected));

  it('lets colours through that carry its own number, and as plain ones', () => {
    expect(show('\u001b[32;123456789mok\u001b[39;123456789m')).toBe('\u001b[32mok\u001b[39m');
  });

  it('writes what it would take out as escapes in JSON', () => {
    const json = plainJson(JSON.stringify({ a: '\u009b\u202e\u200b' }));
    expect(/[\u0080-\uffff]/.test(json)).toBe(false);
    expect(JSON.parse(json)).toEqual({ a: '\u009b\u202e\u200b' });
  });
});
