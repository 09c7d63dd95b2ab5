import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addShown,
  isComplete,
  newCoverage,
  unseenRanges,
} from '../../../src/core/evidence/coverage.ts';
import { sameText } from '../../../src/core/evidence/same-text.ts';

const file = '# Plan\n\nfirst\nsecond\n\nthird\n';
const shown = (text: string, startLine?: number) =>
  addShown(newCoverage(file), file, { text, startLine });

describe('what the model has seen of a file', () => {
  test('[R5] is everything after one whole reading, with or without a final newline, BOM or CRLF', () => {
    for (const text of [
      file,
      file.trimEnd(),
      `\uFEFF${file}`,
      file.replaceAll('\n', '\r\n'),
      `${file}\n\n`,
    ]) {
      expect(isComplete(shown(text, 1))).toBe(true);
    }
    const crlf = file.replaceAll('\n', '\r\n');
    expect(isComplete(addShown(newCoverage(crlf), crlf, { text: file, startLine: 1 }))).toBe(true);
  });

  test('[R5] is a part after a part of it, and everything after covering ranges in any order', () => {
    const part = shown('second\n\nthird\n', 4);
    expect(isComplete(part)).toBe(false);
    expect(unseenRanges(part)).toEqual([[1, 3]]);
    expect(isComplete(addShown(part, file, { text: '# Plan\n\nfirst', startLine: 1 }))).toBe(true);
  });

  test('[R5] is nothing by the text of another file, of an older state or at another place', () => {
    expect(unseenRanges(shown('# Other\n\nelse\n', 1))).toEqual([[1, 6]]);
    expect(isComplete(shown(file.replace('second', '2nd'), 1))).toBe(false);
    expect(isComplete(shown(file, 2))).toBe(false);
    expect(shown('', 1).ranges).toEqual([]);
    expect(shown('\n\n\n', 1).ranges).toEqual([]);
  });

  test('[R5] leaves out lines that the tool cut', () => {
    expect(unseenRanges(shown('# Plan\n\nfirst\nsec… [truncated]\n\nthird', 1))).toEqual([[4, 4]]);
  });

  test('understands numbered lines of a read tool and of cat -n', () => {
    const lines = file.trimEnd().split('\n');
    for (const separator of ['\t', '→']) {
      const numbered = lines.map((line, at) => `${String(at + 1).padStart(6)}${separator}${line}`);
      expect(isComplete(shown(numbered.join('\n'), 1))).toBe(true);
      expect(isComplete(shown(numbered.join('\n')))).toBe(true);
      const tail = shown(numbered.slice(3).join('\n'), 1);
      expect(unseenRanges(tail)).toEqual([[1, 3]]);
    }
  });

  test('finds a block without a place when it stands once in the file, or the file in it', () => {
    expect(unseenRanges(shown('second\n\nthird'))).toEqual([[1, 3]]);
    expect(isComplete(shown(`other output\n${file}more output`))).toBe(true);
    const twice = 'a\nb\na\nc\n';
    expect(addShown(newCoverage(twice), twice, { text: 'a' }).ranges).toEqual([]);
  });

  test('counts a file that begins with blank lines whole, though hosts drop those', () => {
    const blank = '\n\n  indented\nlast\n';
    const text = '  indented\nlast';
    expect(isComplete(addShown(newCoverage(blank), blank, { text, startLine: 1 }))).toBe(true);
    expect(isComplete(addShown(newCoverage(blank), blank, { text }))).toBe(true);
  });

  test('of an empty file is complete from the start', () => {
    for (const text of ['', '\n', '\uFEFF', ' \r\n\r\n'])
      expect(isComplete(newCoverage(text))).toBe(true);
  });

  test('survives being stored as JSON', () => {
    const part = shown('# Plan\n\nfirst', 1);
    const stored = JSON.parse(JSON.stringify(part));
    expect(isComplete(addShown(stored, file, { text: 'second\n\nthird', startLine: 4 }))).toBe(
      true,
    );
  });

  test('is never more than what was shown, and everything once all parts were shown', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', ' c', '\td'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { maxLength: 6 }),
        (all, cuts) => {
          const text = all.join('\n');
          let coverage = newCoverage(text);
          const seen = new Set<number>();
          for (const [from, to] of cuts) {
            const part = all.slice(from, to + 1);
            coverage = addShown(coverage, text, { text: part.join('\n'), startLine: from + 1 });
            part.forEach((_, index) => {
              seen.add(from + index);
            });
          }
          const unseen = all.some((line, index) => line.trim() !== '' && !seen.has(index));
          expect(isComplete(coverage)).toBe(!unseen);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is reckoned in moderate time for a long file of equal lines', () => {
    const long = 'same\n'.repeat(20_000);
    expect(isComplete(addShown(newCoverage(long), long, { text: long }))).toBe(true);
    expect(addShown(newCoverage(long), long, { text: 'same\n'.repeat(10_000) }).ranges).toEqual([]);
  });
});

describe('the same text', () => {
  test('is told apart from a changed one, line ends and numbers aside', () => {
    expect(sameText(file.replaceAll('\n', '\r\n'), file)).toBe(true);
    expect(sameText('     1\t# Plan\n     2\t\n     3\tfirst\n4→second\n5→\n6→third', file)).toBe(
      true,
    );
    expect(sameText(file.replace('first', 'First'), file)).toBe(false);
    expect(sameText('2\tfirst', 'first')).toBe(false);
    expect(sameText('', file)).toBe(false);
  });
});
