import { clausesOf } from './clauses.ts';
import { hasDeed, hasKind, likelyLanguages, placesOf, readDeeds } from './deed-signs.ts';
import { kind } from './kinds.ts';
import { remembered } from './remembered.ts';

/**
 * True for words by which something need not be done: "you need not run the tests" neither forbids it nor asks for it.
 */
export const isNeedless: (text: string) => boolean = remembered((text: string) =>
  likelyLanguages(text).some((code) => {
    const reading = readDeeds(text, code);
    if (hasDeed(reading, 'needless')) return true;
    const [first] = placesOf(reading, 'need');
    if (first === undefined || hasKind(reading, 'always', 'never')) return false;
    return reading.signs.some(
      ({ at, kinds }) => at > first.at && at - first.at <= 6 && kinds.includes(kind('not')),
    );
  }),
);

/** The clauses of a sentence that do not say that something need not be done; undefined where none says so. */
export function besidesNeedless(sentence: string): string[] | undefined {
  const clauses = clausesOf(sentence).map(({ text }) => text);
  const all = clauses.length === 0 ? [sentence] : clauses;
  const rest = all.filter((text) => !isNeedless(text));
  if (rest.length < all.length) return rest;
  return isNeedless(sentence) ? [] : undefined;
}
