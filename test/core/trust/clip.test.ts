import { describe, expect, it } from 'vitest';
import { clip, clipMarked, clipWords } from '../../../src/core/trust/clip.ts';

describe('a text that is cut', () => {
  it('is as long as it may be, and whole where it fits', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('abc');
    expect(clip('abc', 0)).toBe('');
    expect(clip('abc', -1)).toBe('');
  });

  it('never ends within a character, whichever it is', () => {
    for (const sign of ['😀', '\u{10000}', '\u{10ffff}']) {
      expect(clip(`a${sign}`, 2)).toBe('a');
      expect(clip(`a${sign}b`, 3)).toBe(`a${sign}`);
    }
    expect(clip('a\ue000b', 2)).toBe('a\ue000');
    expect(clip('a\ud7ffb', 2)).toBe('a\ud7ff');
  });

  it('says so with a mark where there is room for one', () => {
    expect(clipMarked('abcdef', 6)).toBe('abcdef');
    expect(clipMarked('abcdefg', 6)).toBe('ab […]');
    expect(clipMarked('abcdefg', 5)).toBe('a […]');
    expect(clipMarked('abcdefg', 4)).toBe('abcd');
    expect(clipMarked('abcdefg', 3)).toBe('abc');
  });

  it('keeps what stands before its last word, however it begins', () => {
    expect(clipWords('  one two', 8)).toBe('  one');
    expect(clipWords('one  two', 7)).toBe('one');
    expect(clipWords(`a ${'x'.repeat(300)}`, 200)).toBe(`a ${'x'.repeat(198)}`);
    expect(clipWords(`a ${'x'.repeat(300)}`, 103)).toBe(`a ${'x'.repeat(101)}`);
    expect(clipWords(`a ${'x'.repeat(300)}`, 102)).toBe('a');
  });
});
