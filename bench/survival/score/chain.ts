import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import type { FactKind } from '../truth/fact.ts';
import { matches } from '../truth/matcher.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf, trueFacts } from './recall.ts';

/**
 * Facts of a segment, asked at a later boundary: at generation 1 the boundary that ends the segment, at generation 2 the
 * one behind it. A fact that was true when its segment ended counts, whatever became of it: what is measured is how long
 * things are known.
 */
export function chainCells(
  arm: Arm,
  cases: readonly Case[],
  kinds: readonly FactKind[],
  generation: number,
  withHost: boolean,
): Cell[] {
  const byId = new Map(cases.map((one) => [caseId(one), one]));
  return cases.flatMap((one) => {
    const later = byId.get(`${one.session.name}#${one.number + generation - 1}`);
    const text = later && textOf(arm, later, withHost);
    if (text === undefined) return [];
    const hay = hayOf(text);
    const facts = trueFacts(one).filter((fact) => kinds.includes(fact.kind));
    const hits = facts.filter((fact) => matches(hay, fact.match)).length;
    return [{ cluster: one.session.name, hits, total: facts.length }];
  });
}

/**
 * After how many compactions half of the facts are gone, if every further one keeps the same share as the second did;
 * undefined where nothing was lost between the first and the second.
 */
export function halfLife(
  first: number | undefined,
  second: number | undefined,
): number | undefined {
  if (first === undefined || second === undefined || first === 0 || second >= first)
    return undefined;
  if (second === 0) return 1;
  return 1 + Math.log(0.5 / first) / Math.log(second / first);
}
