import type { Haystack } from './haystack.ts';
import { flatten, wordsOf } from './normalise.ts';
import { holdsPath } from './path-match.ts';

/**
 * How a text is asked whether it holds a fact. Literals and counted words only, never a pattern on prose.
 *
 * - `path`: the file's own name, with its folder where another known file has the same name
 * - `phrase`: the words unbroken, in this order
 * - `words`: that share of the distinct words, anywhere; with `window`, within so many words of each other
 * - `near`: of each group one phrase, all of them within so many words
 * - `any`: at least one of the given matchers
 * - `verbatim`: the text unbroken, letter for letter but for white space and the shape of quotes
 */
export type Matcher =
  | { by: 'path'; path: string; ambiguous: boolean }
  | { by: 'phrase'; phrase: string }
  | { by: 'words'; words: string[]; share: number; window?: number }
  | { by: 'verbatim'; text: string }
  | { by: 'near'; groups: string[][]; window: number }
  | { by: 'any'; of: Matcher[] };

export function phrase(text: string): Matcher {
  return { by: 'phrase', phrase: wordsOf(text).join(' ') };
}

/** Distinct words in their order; `share` of them has to be there. */
export function words(text: string, share: number, window?: number): Matcher {
  const distinct = [...new Set(wordsOf(text))];
  return { by: 'words', words: distinct, share, ...(window === undefined ? {} : { window }) };
}

export function verbatim(text: string): Matcher {
  return { by: 'verbatim', text: flatten(text) };
}

export function matches(hay: Haystack, matcher: Matcher): boolean {
  switch (matcher.by) {
    case 'path':
      return holdsPath(hay, matcher.path, matcher.ambiguous);
    case 'phrase':
      return matcher.phrase !== '' && hay.spaced.includes(` ${matcher.phrase} `);
    case 'words':
      return holdsWords(hay, matcher.words, matcher.share, matcher.window);
    case 'verbatim':
      return matcher.text !== '' && hay.flat.includes(matcher.text);
    case 'near':
      return holdsNear(hay, matcher.groups, matcher.window);
    case 'any':
      return matcher.of.some((one) => matches(hay, one));
  }
}

function holdsWords(
  hay: Haystack,
  wanted: readonly string[],
  share: number,
  window: number | undefined,
): boolean {
  if (wanted.length === 0) return false;
  const enough = Math.ceil(wanted.length * share - 1e-9);
  if (window === undefined) {
    return wanted.filter((word) => hay.vocabulary.has(word)).length >= enough;
  }
  return holdsWithin(hay, new Set(wanted), enough, window);
}

/** Slides a window over the words and counts the distinct wanted ones in it. */
function holdsWithin(hay: Haystack, wanted: Set<string>, enough: number, window: number): boolean {
  const inside = new Map<string, number>();
  for (let at = 0; at < hay.words.length; at++) {
    const entering = hay.words[at]!;
    if (wanted.has(entering)) inside.set(entering, (inside.get(entering) ?? 0) + 1);
    const leaving = hay.words[at - window];
    if (leaving !== undefined && wanted.has(leaving)) {
      const left = inside.get(leaving)! - 1;
      if (left === 0) inside.delete(leaving);
      else inside.set(leaving, left);
    }
    if (inside.size >= enough) return true;
  }
  return false;
}

/** Slides a window over the places where phrases of the groups stand, until every group has one in it. */
function holdsNear(hay: Haystack, groups: readonly string[][], window: number): boolean {
  if (groups.length === 0) return false;
  const places = groups
    .flatMap((phrases, group) =>
      phrases.flatMap((phrase) => placesOf(hay, wordsOf(phrase)).map((at) => ({ at, group }))),
    )
    .sort((one, other) => one.at - other.at);
  let from = 0;
  const inside = new Map<number, number>();
  for (const { at, group } of places) {
    inside.set(group, (inside.get(group) ?? 0) + 1);
    for (; at - places[from]!.at > window; from++) {
      const left = inside.get(places[from]!.group)! - 1;
      if (left === 0) inside.delete(places[from]!.group);
      else inside.set(places[from]!.group, left);
    }
    if (inside.size === groups.length) return true;
  }
  return false;
}

function placesOf(hay: Haystack, phrase: readonly string[]): number[] {
  const places: number[] = [];
  const first = phrase[0];
  if (first === undefined || !hay.vocabulary.has(first)) return places;
  for (let at = hay.words.indexOf(first); at >= 0; at = hay.words.indexOf(first, at + 1)) {
    if (phrase.every((word, index) => hay.words[at + index] === word)) places.push(at);
  }
  return places;
}
