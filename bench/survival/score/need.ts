import type { Arm } from '../arms/arm.ts';
import { matches } from '../truth/matcher.ts';
import { isUsed, usableFacts, usedLater, usedNext } from '../truth/need.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf } from './recall.ts';

/** Calls that there must be behind a boundary, so that it can be said what was needed. */
const enoughCalls = 5;

/**
 * Of the known files and commands that a text names: how many the calls behind the boundary used. Facts of all segments so
 * far count, since a text may tell any of them.
 */
export function needCells(
  arm: Arm,
  cases: readonly Case[],
  withHost: boolean,
  reach: 'next' | 'later',
): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, withHost);
    if (text === undefined || one.after.done.length < enoughCalls) return [];
    const hay = hayOf(text);
    const used = reach === 'next' ? usedNext(one) : usedLater(one);
    const told = usableFacts(one.soFar.facts).filter((fact) => matches(hay, fact.match));
    const hits = told.filter((fact) => isUsed(fact, used)).length;
    return [{ cluster: one.session.name, hits, total: told.length }];
  });
}
