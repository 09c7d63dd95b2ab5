import { flatten, wordsOf } from './normalise.ts';

/** A text, taken apart once for all matchers that are asked about it. */
export interface Haystack {
  text: string;
  /** For word-for-word checks. */
  flat: string;
  words: string[];
  vocabulary: ReadonlySet<string>;
  /** All words with one blank around each, for phrases. */
  spaced: string;
  /** Path-like words, each with the line it stands in. */
  paths: { token: string; line: number }[];
  lines: string[];
}

export function haystack(text: string): Haystack {
  const words = wordsOf(text);
  const lines = text.split('\n');
  return {
    text,
    flat: flatten(text),
    words,
    vocabulary: new Set(words),
    spaced: ` ${words.join(' ')} `,
    paths: lines.flatMap((line, at) => pathTokens(line).map((token) => ({ token, line: at }))),
    lines,
  };
}

/** Words that can be paths: with a slash, a dot or neither; a trailing line number or full stop is no part of one. */
export function pathTokens(line: string): string[] {
  const found = line.match(/[\p{L}\p{N}_.@+~\-/\\%#$=]+/gu) ?? [];
  return found.map((token) => token.replaceAll('\\', '/').replace(/[./]+$/, ''));
}
