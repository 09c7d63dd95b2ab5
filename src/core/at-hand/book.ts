import type { Passage } from './passage.ts';
import { nameTerm } from './passage-index.ts';
import { termsOf } from './terms.ts';

/** A term that more passages hold tells nothing, so that only their count is kept. */
const mostHolders = 400;

/** Which passages hold which terms, by their numbers, in the order of the terms' bytes. */
export function bookOf(
  passages: readonly Passage[],
): { term: string; count: number; numbers: number[] }[] {
  const holders = new Map<string, number[]>();
  passages.forEach(({ text }, number) => {
    const { words, names } = termsOf(text);
    for (const term of [...words, ...names.map(nameTerm)]) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [number]);
      else known.push(number);
    }
  });
  return [...holders].map(([term, numbers]) => ({
    term,
    count: numbers.length,
    numbers: numbers.length > mostHolders ? [] : numbers,
  }));
}
