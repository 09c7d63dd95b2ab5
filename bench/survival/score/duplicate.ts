import type { Arm } from '../arms/arm.ts';
import { wordsOf } from '../truth/normalise.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf } from './recall.ts';

/** Words in a row that count as the same text; a shorter item has to be there whole. */
const run = 4;

/**
 * Of the words that an arm tells: how many stand in a run that the host's summary holds as well. Runs end with a line and
 * with a comma, so that the order of entries, which not every program keeps from one run to the next, does not matter.
 */
export function duplicateCells(arm: Arm, cases: readonly Case[]): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, false);
    if (text === undefined) return [];
    const { spaced } = hayOf(one.boundary.summary ?? '');
    let hits = 0;
    let total = 0;
    for (const item of text.split(/\n|, /)) {
      const words = wordsOf(item);
      hits += coveredWords(words, spaced);
      total += words.length;
    }
    return [{ cluster: one.session.name, hits, total }];
  });
}

function coveredWords(words: readonly string[], spaced: string): number {
  if (words.length === 0) return 0;
  const size = Math.min(run, words.length);
  const covered = new Set<number>();
  for (let at = 0; at + size <= words.length; at++) {
    if (!spaced.includes(` ${words.slice(at, at + size).join(' ')} `)) continue;
    for (let index = at; index < at + size; index++) covered.add(index);
  }
  return covered.size;
}
