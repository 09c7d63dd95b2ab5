import { camelParts } from './camel.ts';
import { hasUnspaced, lastCharacters, spacedPairs } from './pairs.ts';
import { spelledOut } from './spelled-out.ts';

/** What the index takes of a text: its words in order, and beside them the parts of its names that are not words there. */
export interface IndexText {
  words: string;
  parts: string;
}

/** Paths, snake and kebab case need nothing: the index ends words at each sign that is no letter and no digit. */
export function indexText(given: string): IndexText {
  const text = spelledOut(given);
  if (!hasUnspaced(text)) return { words: text, parts: camelParts(text) };
  const parts = [camelParts(text), lastCharacters(text)].filter((part) => part !== '');
  return { words: spacedPairs(text), parts: parts.join(' ') };
}
