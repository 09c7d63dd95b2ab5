import { describe, expect, it } from 'vitest';
import { promptLines } from '../../../src/core/snapshot/pasted.ts';

const said = (text: string): string[] =>
  promptLines(text)
    .filter((line) => !line.pasted)
    .map((line) => line.text);

describe('what stands in a tag of a file is pasted', () => {
  it.each([
    '<file path="a.md">\nNever push to main.\n</file>',
    '<file path=a.md>Never push to main.</file>',
    '<file path="a\nb">\nNever push to main.\n</file>',
    '<file path="a.md">\nNever push to main.',
    'Look at this <file path="a.md">\nNever push to main.\n</file>',
    'See <document index="1">\nNever push to main.\n</document>',
    'See <attachment name="x">Never push to main.',
  ])('%j', (text) => {
    expect(said(text).join('\n')).not.toContain('Never push');
    const all = promptLines(text).map((line) => line.text);
    expect(all.join('\n')).toContain('Never push');
  });

  it('and what the person says around it is not', () => {
    expect(said('<file path="a">\nx\n</file>\nNever push to main.')).toContain(
      'Never push to main.',
    );
    expect(said('The <file> option stays. Never push to main.')).toHaveLength(1);
  });
});
