import { fingerprint } from '../hash.ts';
import { foldedContext, newsOf } from './news.ts';
import type { Passage } from './passage.ts';
import type { PassageIndex } from './passage-index.ts';
import { type Limits, strongFor } from './strong.ts';

/** Passages at most, and those that are looked at. */
const most = 6;
const mostLookedAt = 24;
/** Names that are new, or the share of words that are, from which on a passage tells something. */
const least = { names: 1, share: 0.3 };

/** By what a passage is known that was brought up. */
export function passageKey({ text }: Passage): string {
  return fingerprint(text);
}

/**
 * The passages that a prompt brings up: they fit it well, were not brought up before, and hold what the agent does not have before
 * it. `context` is asked for only where something fits; undefined: it cannot be told what the agent has.
 */
export function chooseFor(
  prompt: string,
  index: PassageIndex,
  known: ReadonlySet<string>,
  context: () => string | undefined,
  limits?: Limits,
): Passage[] {
  const strong = strongFor(prompt, index, limits).slice(0, mostLookedAt);
  const fresh = strong.filter(({ passage }) => !known.has(passageKey(passage)));
  if (fresh.length === 0) return [];
  let has = context();
  if (has === undefined) return [];
  const chosen: Passage[] = [];
  for (const { passage } of fresh) {
    const { names, share } = newsOf(passage.text, has, prompt);
    if (names.length < least.names && share < least.share) continue;
    chosen.push(passage);
    has += `\n${foldedContext([passage.text])}`;
    if (chosen.length === most) break;
  }
  return chosen;
}
