import { type Guess, guessLanguage } from './language.ts';
import { plainText, type Word, wordsOf } from './plain.ts';
import { remembered } from './remembered.ts';
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

interface Plain {
  plain: string;
  words: Word[];
}

/** Rules and what is said later are compared each with each: what a text says alone is looked at once. */
const plainOf = remembered((text: string): Plain => {
  const plain = plainText(text);
  return { plain, words: wordsOf(plain) };
});
const readingsAs = remembered((key: string) => {
  const [code = '', most = ''] = key.split('\n', 2);
  const text = key.slice(code.length + most.length + 2);
  return readAs(text, code === '' ? undefined : tableOf(code), Number(most));
});

/** Two texts that belong together, such as a rule and what is said about it later, in the language that both together are in. */
export function readTogether(older: string, newer: string): { older: Reading; newer: Reading } {
  const [one, other] = [plainOf(older.slice(0, 600)), plainOf(newer.slice(0, 600))];
  const [best] = guessLanguage(`${one.plain}\n${other.plain}`, [...one.words, ...other.words]);
  const code = best !== undefined && best.score > 0 ? best.code : '';
  return {
    older: readingsAs(`${code}\n1200\n${older}`),
    newer: readingsAs(`${code}\n600\n${newer}`),
  };
}

/** The kinds of signs that a reading has. */
export function kindsOf(reading: Reading): Set<number> {
  return new Set(reading.signs.flatMap((sign) => sign.kinds));
}
