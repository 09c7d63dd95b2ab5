import { onShort } from '../bounded-match.ts';

export interface PatternProblem {
  source: string;
  problem: string;
}

const mark = '[redacted:custom]';

function problemOf(source: string): string | undefined {
  if (source === '') return 'is empty';
  if (source.length > 500) return 'is longer than 500 characters';
  // A repeated group that itself repeats can take exponential time.
  if (onShort(/\([^()]*[+*}][^()]*\)\s*[+*{]/, 500).test(source))
    return 'repeats a group that repeats itself';
  try {
    const pattern = new RegExp(source, 'u');
    if (pattern.test('')) return 'matches the empty text';
    if (pattern.test(mark)) return `matches its own replacement ${mark}`;
    return undefined;
  } catch {
    return 'is not a valid regular expression';
  }
}

/** A person's own patterns, compiled; what cannot be used is returned as a problem and left out. */
export function compilePatterns(sources: readonly string[]): {
  patterns: RegExp[];
  problems: PatternProblem[];
} {
  const patterns: RegExp[] = [];
  const problems: PatternProblem[] = [];
  for (const source of sources) {
    const problem = problemOf(source);
    if (problem === undefined) patterns.push(new RegExp(source, 'gu'));
    else problems.push({ source, problem });
  }
  return { patterns, problems };
}
