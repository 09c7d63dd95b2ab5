import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf } from './recall.ts';

/** Words in a row that count as the same text. */
const run = 4;

/** Of the words that an arm tells: how many stand in a run of four that the host's summary holds as well. */
export function duplicateCells(arm: Arm, cases: readonly Case[]): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, false);
    if (text === undefined || !arm.told.has(caseId(one))) return [];
    const { words } = hayOf(text);
    const known = runsOf(hayOf(one.boundary.summary ?? '').words);
    const covered = new Set<number>();
    for (let at = 0; at + run <= words.length; at++) {
      if (!known.has(words.slice(at, at + run).join(' '))) continue;
      for (let index = at; index < at + run; index++) covered.add(index);
    }
    return [{ cluster: one.session.name, hits: covered.size, total: words.length }];
  });
}

function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + run <= words.length; at++) runs.add(words.slice(at, at + run).join(' '));
  return runs;
}
