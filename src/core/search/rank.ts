import type { Reach } from './match-text.ts';
import type { ItemKind } from './searchable.ts';

/** An item that the index gave, with what it is weighed by. */
export interface Candidate {
  /** Record and number in it, by which those of one time are told apart. */
  record: number;
  number: number;
  kind: ItemKind;
  /** Milliseconds since 1970; 0 where the record tells no time. */
  time: number;
  hash: number;
  /** How well the words fit, the rare ones counting more; larger is better. */
  fit: number;
  reach: Reach;
}

/** Items with the same text, told once: the newest of those that weigh most, how often it stands there, and where else. */
export type Ranked<C extends Candidate> = C & {
  count: number;
  others: Pick<Candidate, 'record' | 'number'>[];
};

/** Other places of the same text that are named. */
const mostOthers = 6;

/** What a person said is what is mostly looked for; what hosts put in is mostly a copy. */
const weights: Record<ItemKind, number> = {
  person: 3,
  agent: 1.6,
  summary: 1,
  call: 1.2,
  result: 1,
  host: 0.4,
  compaction: 0,
};
const reaches: Record<Reach, number> = { phrase: 2, all: 1, some: 0 };

/** Best first: the whole query in a row, then all of its words, then some; in each the better fit, then the newer. */
export function rank<C extends Candidate>(candidates: readonly C[]): Ranked<C>[] {
  const groups = new Map<number, Ranked<C>>();
  for (const candidate of candidates) {
    const known = groups.get(candidate.hash);
    if (known === undefined) groups.set(candidate.hash, { ...candidate, count: 1, others: [] });
    else {
      const shown = isBetter(candidate, known) ? candidate : known;
      const best = reaches[candidate.reach] > reaches[known.reach] ? candidate : known;
      const { fit, reach } = best;
      const { record, number } = shown === candidate ? known : candidate;
      const others = [...known.others, { record, number }].slice(0, mostOthers);
      groups.set(candidate.hash, { ...shown, fit, reach, count: known.count + 1, others });
    }
  }
  const weighed = [...groups.values()].map((one) => ({ one, worth: worth(one) }));
  weighed.sort(
    ({ one: a, worth: ofA }, { one: b, worth: ofB }) =>
      reaches[b.reach] - reaches[a.reach] ||
      ofB - ofA ||
      b.time - a.time ||
      b.record - a.record ||
      b.number - a.number,
  );
  return weighed.map(({ one }) => one);
}

/** In steps of a fifth, so that among what fits about equally well the newer comes first. */
function worth({ fit, kind }: Candidate): number {
  const weighed = fit * weights[kind];
  return weighed <= 0 ? 0 : Math.round(Math.log(weighed) / Math.log(1.2));
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const more = weights[one.kind] - weights[other.kind] || one.time - other.time;
  return more > 0 || (more === 0 && one.record >= other.record && one.number > other.number);
}
