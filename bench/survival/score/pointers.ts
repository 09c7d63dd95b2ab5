import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import { matches } from '../truth/matcher.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf, trueFacts } from './recall.ts';

/** Of the words of an arm's text that name files: how many name one that is there. */
export function pointerCells(arm: Arm, cases: readonly Case[]): Cell[] {
  return cases.flatMap((one) => {
    const pointers = arm.pointers?.get(caseId(one));
    if (!pointers) return [];
    const hits = pointers.filter((pointer) => pointer.exists).length;
    return [{ cluster: one.session.name, hits, total: pointers.length }];
  });
}

/**
 * Of the facts that neither the summary nor the arm tells: how many one told pointer leads to. The record of the session
 * itself leads to all of them; whether an agent looks there is not measured.
 */
export function restorableCells(arm: Arm, cases: readonly Case[]): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, true);
    const pointers = arm.pointers?.get(caseId(one));
    if (text === undefined || !pointers) return [];
    const hay = hayOf(text);
    const missed = trueFacts(one).filter((fact) => !matches(hay, fact.match));
    const leads = pointers.some((pointer) => pointer.exists && /\.jsonl$/.test(pointer.path));
    return [{ cluster: one.session.name, hits: leads ? missed.length : 0, total: missed.length }];
  });
}
