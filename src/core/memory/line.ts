import type { BriefInput } from '../brief/input.ts';
import type { Fact, FactKind } from '../fact.ts';
import { clipMarked } from '../trust/clip.ts';
import { untrusted, withoutControls } from '../trust/untrusted.ts';

/** Characters of one message of the user. */
const longestSaid = 1_200;

/** Kinds of what the user said. */
export const said: readonly FactKind[] = ['request', 'correction', 'constraint', 'prohibition'];

/** Facts of these kinds, the newest first. */
export function newest({ snapshot }: BriefInput, ...kinds: readonly FactKind[]): Fact[] {
  return snapshot.facts
    .filter((fact) => kinds.includes(fact.kind))
    .sort((a, b) => placeOf(b) - placeOf(a));
}

/** Where a fact stands in the record; what is not of the record stands before all. */
export function placeOf(fact: Fact): number {
  return fact.from.offset ?? -1;
}

/** Words of the user: word for word, on one line, a cut being marked. */
export function quoted(text: string, limit = longestSaid): string {
  return `"${clipMarked(withoutControls(text).replace(/\s+/g, ' ').trim(), limit)}"`;
}

/** A fact as a list item: what, how it stands, and more about it. */
export function factLine(fact: Fact, lead = ''): string {
  const state = fact.state ? ` → ${untrusted(fact.state, 40)}` : '';
  const detail = fact.detail ? `: ${untrusted(fact.detail, 200)}` : '';
  return `- ${lead}${untrusted(fact.value, 240)}${state}${detail}`;
}

/** List items of what is there; nothing of what is empty. */
export function items(...texts: (string | undefined | false)[]): string[] {
  return texts.flatMap((text) => (text ? [`- ${text}`] : []));
}
