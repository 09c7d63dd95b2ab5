import { expect, it } from 'vitest';
import { clipWords } from '../../../src/core/trust/clip.ts';

it('a text that is cut does not end within a word, where it has any', () => {
  expect(clipWords('one two three', 13)).toBe('one two three');
  expect(clipWords('one two three', 9)).toBe('one two');
  expect(clipWords('one two three', 7)).toBe('one two');
  expect(clipWords('x'.repeat(300), 200)).toBe('x'.repeat(200));
  expect(clipWords('日'.repeat(300), 200)).toBe('日'.repeat(200));
});
