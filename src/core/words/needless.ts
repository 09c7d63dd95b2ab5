import { clausesOf } from './clauses.ts';
import { hasDeed, hasKind, likelyLanguages, placesOf, readDeeds } from './deed-signs.ts';
import { type KindName, kind } from './kinds.ts';
import { remembered } from './remembered.ts';
import type { Sign } from './signs.ts';

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
    if (first === undefined) return false;
    const isBehind = ({ at }: Sign): boolean => at > first.at && at - first.at <= 6;
    const [no, more] = others;
    // "musst nicht mehr": two words together allow something, and are none that deny.
    if (no === undefined) return placesOf(reading, 'not').some(isBehind);
    return more === undefined && no.kinds.includes(kind('not')) && isBehind(no);
  }),
);

const parts = /[,;:]\s|\s[-\u2013\u2014]\s|[\uff0c\u3001\uff1b\uff1a\u060c]/;

/** A text without its parts that say that something need not be done; undefined where none says so. */
export function withoutNeedless(text: string): string | undefined {
  const all = text.split(parts);
  const rest = all.filter((part) => !isNeedless(part));
  if (rest.length < all.length) return rest.join(', ');
  return isNeedless(text) ? '' : undefined;
}

/** The clauses of a sentence that do not say that something need not be done; undefined where none says so. */
export function besidesNeedless(sentence: string): string[] | undefined {
  const clauses = clausesOf(sentence).map(({ text }) => text);
  const all = clauses.length === 0 ? [sentence] : clauses;
  const rest = all.filter((text) => !isNeedless(text));
  if (rest.length < all.length) return rest;
  return isNeedless(sentence) ? [] : undefined;
}

/**
 * Whether words are about asking: an order to ask or to wait for the speaker's yes, or words by which that need not be done. "You
 * need not ask before you push" is a permission, "you need not push" is none.
 */
export const isAboutAsking: (text: string) => boolean = remembered((text: string) =>
  likelyLanguages(text).some((code) => {
    const reading = readDeeds(text, code);
    return hasKind(reading, 'ask') || hasDeed(reading, 'ask', 'ok', 'asking');
  }),
);
