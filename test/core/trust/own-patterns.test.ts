import { describe, expect, it } from 'vitest';
import { compilePatterns } from '../../../src/core/trust/compile-patterns.ts';

const problemOf = (source: string) => compilePatterns([source]).problems[0]?.problem;

describe('patterns of a person', () => {
  it('are used in the order in which they stand, for every match, with all of Unicode', () => {
    const { patterns, problems } = compilePatterns(['acme-\\d+', '\\p{L}{4}ß']);
    expect(problems).toEqual([]);
    expect(patterns.map(({ source, flags }) => [source, flags])).toEqual([
      ['acme-\\d+', 'gu'],
      ['\\p{L}{4}ß', 'gu'],
    ]);
  });

  it.each([
    ['', 'is empty'],
    ['x'.repeat(501), 'is longer than 500 characters'],
    ['(a+)+b', 'repeats a group that repeats itself'],
    ['(a*)*b', 'repeats a group that repeats itself'],
    ['(a{1,9}) *x', 'repeats a group that repeats itself'],
    ['(ab+c)+d', 'repeats a group that repeats itself'],
    ['(a+){2}', 'repeats a group that repeats itself'],
    ['x*', 'matches the empty text'],
    ['redacted', 'matches its own replacement [redacted:custom]'],
    ['(', 'is not a valid regular expression'],
    ['a{2,1}', 'is not a valid regular expression'],
    ['\\-a', 'is not a valid regular expression'],
  ])('are left out where they cannot be used: %s %s', (source, problem) => {
    expect(compilePatterns([source, 'acme'])).toMatchObject({
      problems: [{ source, problem }],
      patterns: [/acme/gu],
    });
  });

  it.each(['x'.repeat(500), '(a+)b', '(ab)+c', 'a+b+'])('are used up to that: %s', (source) => {
    expect(problemOf(source)).toBeUndefined();
  });
});
