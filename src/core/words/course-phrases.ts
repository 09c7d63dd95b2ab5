import { once } from '../trust/once.ts';
import { fromBase64 } from './tables.ts';
import { courseText } from './trained.ts';

/** What people say in one language to stop the work or to change its course. */
export interface Phrases {
  code: string;
  /** Words are divided by spaces. */
  spaced: boolean;
  /** Accents may be left out. */
  folded: boolean;
  /** Phrases that stop, and what may stand around them, by their first word or letter, the longest first. */
  all: ReadonlyMap<string, readonly Phrase[]>;
  /** Words that turn what stops behind them into its opposite, by their first word or letter: "don't" before "stop". */
  turning: ReadonlyMap<string, readonly string[]>;
  /** Words that begin another clause behind a phrase that stops. */
  join: readonly string[];
  /** `...` stands for some words. */
  change: readonly string[];
  /** Phrases that change the work, without those that are a part of one that stops it. */
  dropping: readonly string[];
  /** What says that something comes first; `^` and `$` stand for the beginning and the end of a clause: "do the docs first". */
  first: readonly string[];
  /** What a clause begins with that drops something: "skip the tests". */
  skip: readonly string[];
  /** What tells the work to go on, so that a word for "first" changes nothing: "run the tests first, then continue". */
  going: readonly string[];
}

export interface Phrase {
  /** Up to its gap, where it has one. */
  text: string;
  /** What ends a verb in two parts: "halt bitte an". Only words of `around` stand between. */
  tail?: string;
  stops: boolean;
  /** An everyday word of other languages, which stops nothing in a message in one of these. */
  isShared: boolean;
}

/** The phrases of all languages. */
export const coursePhrases = once(() => fromBase64(courseText()).split('\n').map(phrasesOf));

/** Latin letters without their accents; other letters stay. */
export const foldedOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([a-z])\p{Mn}+/gu, '$1')
    .normalize('NFC');

/** Letters alone, without spaces. */
export const tightOf = (text: string): string => text.replace(/\s+/g, '');

function phrasesOf(line: string): Phrases {
  const [
    code = '',
    kind = '',
    stop = '',
    change = '',
    around = '',
    join = '',
    not = '',
    elsewhere = '',
    first = '',
    skip = '',
    going = '',
  ] = line.split('\t');
  const spaced = kind === 'spaced';
  const folded = spaced && code !== 'vi';
  const made = (list: string): string[] =>
    list
      .split('|')
      .filter((one) => one !== '')
      .map((one) => (folded ? foldedOf(one) : spaced ? one : tightOf(one)));
  const stops = new Set(made(stop));
  const shared = new Set(made(elsewhere));
  const firstOf = (text: string): string => (spaced ? text.split(' ')[0]! : text[0]!);
  const phrases = [...new Set([...stops, ...made(around)])]
    .map((whole): Phrase => {
      const [text = '', tail] = whole.split(' ... ');
      return {
        text,
        stops: stops.has(whole),
        isShared: shared.has(whole),
        ...(tail === undefined ? {} : { tail }),
      };
    })
    .sort((one, other) => other.text.length - one.text.length);
  const all = grouped(phrases, ({ text }) => firstOf(text));
  const turning = grouped(made(not), firstOf);
  const changing = made(change);
  const dropping = changing.filter(
    (one) => !one.includes('...') && ![...stops].some((text) => text.includes(one)),
  );
  return {
    code,
    spaced,
    folded,
    all,
    turning,
    join: made(join),
    change: changing,
    dropping,
    first: made(first),
    skip: made(skip),
    going: made(going),
  };
}

function grouped<Kind>(list: readonly Kind[], keyOf: (one: Kind) => string): Map<string, Kind[]> {
  const groups = new Map<string, Kind[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
