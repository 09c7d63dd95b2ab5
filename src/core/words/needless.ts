import { clausesOf } from './clauses.ts';
import { likelyLanguages, placesOf, readDeeds } from './deed-signs.ts';
import { type KindName, kind } from './kinds.ts';
import { remembered } from './remembered.ts';

const denying = (['never', 'not', 'forbid', 'stop', 'always'] as KindName[]).map(kind);

/**
 * True for words by which something need not be done: "you need not run the tests" neither forbids it nor asks for it. Where they
 * forbid besides, as in "add nothing that you do not need", they rule.
 */
export const isNeedless: (text: string) => boolean = remembered((text: string) =>
  likelyLanguages(text).some((code) => {
    const reading = readDeeds(text, code);
    const phrases = placesOf(reading, 'needless');
    // "n'as pas besoin": the first word of the two that deny stands right before.
    const others = reading.signs.filter(
      (sign) =>
        sign.kinds.some((one) => denying.includes(one)) &&
        !phrases.some(({ at, length }) => sign.at < at + length && at <= sign.at + sign.length),
    );
    if (phrases.length > 0) return others.length === 0;
    const [first] = placesOf(reading, 'need');
    const [no, more] = others;
    if (first === undefined || no === undefined || more !== undefined) return false;
    return no.kinds.includes(kind('not')) && no.at > first.at && no.at - first.at <= 6;
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
