import type { Fact, FactKind } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import type { Snapshot } from './snapshot.ts';

/** What the user said of a rule by command: that it is none, or that it holds whatever was said later. */
export interface RuleChoice {
  choice: 'drop' | 'keep';
  /** ISO time of the choice. */
  at: string;
}

/** Choices by the id of the rule. */
export type RuleChoices = Readonly<Record<string, RuleChoice>>;

/** Kinds that are standing instructions: they bind later work, until they are lifted. */
export const standingKinds: readonly FactKind[] = ['prohibition', 'constraint', 'correction'];

/** How a rule stands after what was said, or chosen, later. */
export const lifted = 'taken back later';
export const narrowed = 'narrowed later';
export const dropped = 'dropped by the user';

/** The id by which a rule is named, in lists and choices: the same for the same words. */
export function ruleId(text: string): string {
  return fingerprint(text).slice(0, 8);
}

/** True for a standing instruction that holds, whole or in part. */
export function isStanding(fact: Fact): boolean {
  return standingKinds.includes(fact.kind) && fact.state !== lifted && fact.state !== dropped;
}

/** True for an instruction of the user that held once and does not any more. */
export function isLifted(fact: Fact): boolean {
  return standingKinds.includes(fact.kind) && fact.state === lifted;
}

/**
 * The snapshot as the user's choices leave it. A dropped rule is told as something that was said, and no more; a kept one
 * holds, whatever was said later.
 */
export function withRuleChoices(snapshot: Snapshot, choices: RuleChoices): Snapshot {
  if (Object.keys(choices).length === 0) return snapshot;
  return { ...snapshot, facts: snapshot.facts.map((fact) => chosen(fact, choices)) };
}

function chosen(fact: Fact, choices: RuleChoices): Fact {
  if (!standingKinds.includes(fact.kind)) return fact;
  const id = ruleId(fact.value);
  const made = Object.hasOwn(choices, id) ? choices[id] : undefined;
  if (made === undefined) return fact;
  const { kind, value, from } = fact;
  if (made.choice === 'keep') return { kind, value, from };
  return { kind: 'request', value, state: dropped, was: kind, from };
}
