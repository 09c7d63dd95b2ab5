import { afterEach, describe, expect, it, vi } from 'vitest';
import { fold } from '../../../src/entry/cli/fold-lines.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a word that is wider than a line', () => {
  it('is cut between characters that a person sees as one', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const lines = fold(`${'e\u0301'.repeat(12)}${family}${family}`, 10, '');
    expect(lines.join('')).toBe(`${'e\u0301'.repeat(12)}${family}${family}`);
    expect(lines.filter((line) => /^[\u0301\u200d]/u.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('is cut behind a slash where it is a path, and elsewhere only in a part that is too wide', () => {
    expect(fold('  /home/someone/projects/shop/a.ts', 16, '  ')).toEqual([
      '  /home/someone/',
      '  projects/shop/',
      '  a.ts',
    ]);
    expect(fold(`/a/${'b'.repeat(12)}/c`, 8, '')).toEqual(['/a/bbbbb', 'bbbbbbb/', 'c']);
  });

  it('is cut without what tells such characters, where each stands by itself, since that takes long to prepare', () => {
    vi.stubGlobal('Intl', {});
    const word = `${'«a»'.repeat(10)}${'語'.repeat(10)}${'🚀'.repeat(3)}`;
    const lines = fold(word, 10, '');
    expect(lines.join('')).toBe(word);
    expect(lines.every((line) => [...line].length <= 10)).toBe(true);
  });
});
