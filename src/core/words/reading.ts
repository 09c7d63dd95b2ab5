import { type Guess, guessLanguage } from './language.ts';
import { plainText, type Word, wordsOf } from './plain.ts';
import { type Sign, signsIn } from './signs.ts';
import { type Table, tableOf } from './tables.ts';

/** What a text says, looked at once for every question about it. */
export interface Reading {
  text: string;
  plain: string;
  words: Word[];
  /** Of the language; undefined where none is known by it. */
  table: Table | undefined;
  /** True where another language fits as well. */
  unsure: boolean;
  signs: Sign[];
  /** The two languages that fit best. */
  guesses: Guess[];
}

/** Reads at most the first `most` letters of a text, in the language that it seems to be in. */
export function read(text: string, most = 1500): Reading {
  const plain = plainText(text.slice(0, most));
  const words = wordsOf(plain);
  const guesses = guessLanguage(plain, words).slice(0, 2);
  const [best, second] = guesses;
  const table = best !== undefined && best.score > 0 ? tableOf(best.code) : undefined;
  const unsure = table === undefined || (second !== undefined && best!.score < second.score + 0.3);
  const signs = table === undefined ? [] : signsIn(plain, words, table);
  return { text, plain, words, table, unsure, signs, guesses };
}

/** The same in a language that is known, such as that of the whole message. */
export function readAs(text: string, table: Table | undefined, most = 1500): Reading {
  const plain = plainText(text.slice(0, most));
  const words = wordsOf(plain);
  const signs = table === undefined ? [] : signsIn(plain, words, table);
  return { text, plain, words, table, unsure: false, signs, guesses: [] };
}

/** The kinds of signs that a reading has. */
export function kindsOf(reading: Reading): Set<number> {
  return new Set(reading.signs.flatMap((sign) => sign.kinds));
}
