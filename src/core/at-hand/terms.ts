import { splitCamel } from '../search/camel.ts';
import { fold } from '../search/fold.ts';
import { spacedPairs } from '../search/pairs.ts';

/** What a text is known by. */
export interface Terms {
  /** Words without their endings. */
  words: string[];
  /** Names as they stand: paths, identifiers, numbers, what holds signs. In lower case. */
  names: string[];
}

const ascii = /^[\0-\x7f]*$/;
const longestName = 120;

export function termsOf(text: string): Terms {
  const words = new Set<string>();
  const names = new Set<string>();
  for (const token of text.match(/[^\s"'`()[\]{}<>,;|*]+/g) ?? []) {
    const name = withoutEdges(token);
    if (name === '') continue;
    if (isName(name) && name.length <= longestName) names.add(name.toLowerCase());
    for (const word of wordsIn(name)) words.add(word);
  }
  return { words: [...words], names: [...names] };
}

/** A token without signs around it; those that a name may begin with stay. */
function withoutEdges(token: string): string {
  const first = token.search(/[\p{L}\p{N}#./@~-]/u);
  if (first < 0) return '';
  let end = token.length;
  while (end > first && !/[\p{L}\p{N}]/u.test(token[end - 1]!)) end -= 1;
  return token.slice(first, end);
}

/** The words of a text without their endings, names by their parts. */
function wordsIn(text: string): string[] {
  const plain = fold(splitCamel(spacedPairs(text)));
  const found = ascii.test(plain) ? plain.match(/[a-z0-9]+/g) : plain.match(/[\p{L}\p{N}]+/gu);
  return (found ?? []).filter((word) => word.length > 1).map(stem);
}

/** True for what is no word of a language: what holds a digit, signs inside, capitals inside. */
function isName(text: string): boolean {
  return (
    (/\d/.test(text) && text.length > 1) ||
    /[\p{L}\d][._/:#@-]+[\p{L}\d]/u.test(text) ||
    /^[./~]\p{L}/u.test(text) ||
    /\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(text)
  );
}

/** English endings; of other languages a word stays as it is. */
export function stem(word: string): string {
  const found = /^([a-z]{3,}?)(?:ations?|ings?|edly|ed|ions?|ies|es|s|ly|ers?|e|y)$/.exec(word);
  return found === null ? word : found[1]!;
}
