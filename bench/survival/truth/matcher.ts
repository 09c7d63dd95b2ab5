import type { Haystack } from './haystack.ts';
import { flatten, normalise, wordsOf } from './normalise.ts';
import { holdsPath } from './path-match.ts';

/**
 * How a text is asked whether it holds a fact. Literals and counted words only, never a pattern on prose.
 *
 * - `path`: the file's own name, with its folder where another known file has the same name
 * - `phrase`: the words unbroken, in this order
 * - `words`: that share of the distinct words, anywhere; with `window`, within so many words of each other
 * - `all` and `any`: every one, at least one of the given matchers
 * - `verbatim`: the text unbroken, letter for letter but for white space and the shape of quotes
 */
export type Matcher =
  | { by: 'path'; path: string; ambiguous: boolean }
  | { by: 'phrase'; phrase: string }
  | { by: 'words'; words: string[]; share: number; window?: number }
  | { by: 'verbatim'; text: string }
  | { by: 'all' | 'any'; of: Matcher[] };

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
    case 'all':
      return matcher.of.length > 0 && matcher.of.every((one) => matches(hay, one));
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

/** A phrase as it is compared: for tests and reports. */
export function shownPhrase(text: string): string {
  return normalise(text);
}
