import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import type { Fact, FactKind } from '../truth/fact.ts';
import type { Haystack } from '../truth/haystack.ts';
import { haystack } from '../truth/haystack.ts';
import { matches } from '../truth/matcher.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';

/** Facts that are true at the boundary: what an agent should still know. */
export function trueFacts(one: Case): Fact[] {
  return one.facts.filter((fact) => fact.state === 'true_at_boundary');
}

/** The text of one arm, alone or behind the host's summary; undefined where the arm was not run on the case. */
export function textOf(
  arm: Arm,
  one: Case,
  withHost: boolean,
  limit = Number.POSITIVE_INFINITY,
): string | undefined {
  const told = arm.told.get(caseId(one));
  if (!told) return undefined;
  const own = told.text.slice(0, limit);
  return withHost ? `${one.boundary.summary ?? ''}\n${own}` : own;
}

const haystacks = new Map<string, Haystack>();

/** A text taken apart, once for all the scorers. */
export function hayOf(text: string): Haystack {
  const known = haystacks.get(text);
  if (known) return known;
  const made = haystack(text);
  haystacks.set(text, made);
  return made;
}

export interface RecallOptions {
  withHost?: boolean;
  /** Characters of the arm's text that count, from its beginning. */
  limit?: number;
  /** Which facts count. */
  facts?: (one: Case) => readonly Fact[];
}

/** Per case, how many of the facts of some kinds the arm's text holds. Cases that the arm was not run on are left out. */
export function recallCells(
  arm: Arm,
  cases: readonly Case[],
  kinds: readonly FactKind[],
  options: RecallOptions = {},
): Cell[] {
  const factsOf = options.facts ?? trueFacts;
  return cases.flatMap((one) => {
    const text = textOf(arm, one, options.withHost ?? false, options.limit);
    if (text === undefined) return [];
    const hay = hayOf(text);
    const facts = factsOf(one).filter((fact) => kinds.includes(fact.kind));
    const hits = facts.filter((fact) => matches(hay, fact.match)).length;
    return [{ cluster: one.session.name, hits, total: facts.length }];
  });
}
