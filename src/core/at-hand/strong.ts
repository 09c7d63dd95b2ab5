import { isCommon } from './common-words.ts';
import type { Passage, Speaker } from './passage.ts';
import { nameTerm, type PassageIndex } from './passage-index.ts';
import { termsOf } from './terms.ts';

/** A passage that fits a prompt. */
export interface Strong {
  id: number;
  passage: Passage;
  /** How much of what is rare in the prompt it holds. */
  score: number;
  /** Share of the prompt's own weight that it holds. */
  share: number;
  matched: number;
}

export interface Limits {
  score: number;
  share: number;
  matched: number;
  /** The same where something is asked. */
  asked: { score: number; share: number; matched: number };
}

export const defaultLimits: Limits = {
  score: 9,
  share: 0.5,
  matched: 3,
  asked: { score: 6, share: 0.25, matched: 2 },
};

/** A longer prompt brings its own context. */
export const mostTerms = 12;
const speakers: Record<Speaker, number> = {
  user: 1.1,
  pasted: 0.7,
  agent: 1.1,
  subagent: 1,
  command: 0.8,
  result: 0.8,
  summary: 0.9,
};
const asks = /[?\uff1f\u061f]/;

/** The passages that fit a prompt well, the best first. None for most prompts. */
export function strongFor(
  prompt: string,
  index: PassageIndex,
  limits: Limits = defaultLimits,
): Strong[] {
  const { words, names } = termsOf(prompt);
  const wanted = [
    ...words.filter((word) => !isCommon(word) && word.length > 2).map((term) => ({ term, by: 1 })),
    ...names.map((name) => ({ term: nameTerm(name), by: 1 })),
  ];
  if (wanted.length === 0 || wanted.length > mostTerms) return [];
  const found = new Map<number, { score: number; matched: number }>();
  let all = 0;
  for (const { term, by } of wanted) {
    const { count, ids } = index.holders(term);
    const worth = by * Math.log(1 + (index.count - count + 0.5) / (count + 0.5));
    all += worth;
    for (const id of ids) {
      const one = found.get(id) ?? { score: 0, matched: 0 };
      one.score += worth;
      one.matched += 1;
      found.set(id, one);
    }
  }
  const least = asks.test(prompt) ? limits.asked : limits;
  const strong: Strong[] = [];
  for (const [id, { score, matched }] of found) {
    if (score < least.score || score / all < least.share || matched < least.matched) continue;
    const passage = index.passage(id);
    if (passage === undefined) continue;
    strong.push({ id, passage, score: score * speakers[passage.by], share: score / all, matched });
  }
  return strong.sort((a, b) => b.score - a.score || b.id - a.id);
}
