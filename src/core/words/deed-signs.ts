import { onShort } from '../bounded-match.ts';
import { type DeedListName, deedListNames } from './deed-list-names.ts';
import { deedText } from './deed-lists.ts';
import { type KindName, kind } from './kinds.ts';
import { guessLanguage } from './language.ts';
import { plainText, wordsOf } from './plain.ts';
import { type Reading, readAs } from './reading.ts';
import { type Sign, signsIn } from './signs.ts';
import { fromBase64, type Lists, makeLists, tableOf } from './tables.ts';

const made = new Map<string, Lists>();

function listsOf(code: string): Lists {
  let lists = made.get(code);
  if (lists === undefined) {
    lists = makeLists(fromBase64(deedText(code)).split('\n'), code);
    made.set(code, lists);
  }
  return lists;
}

const numberOf = (name: DeedListName): number => deedListNames.indexOf(name);
const notEnd = numberOf('notend');

/** A text with its signs of what is done, in one language, tool words in English. */
export interface DeedReading extends Reading {
  code: string;
  deeds: Sign[];
}

/** Reads a text as one of a language. */
export function readDeeds(text: string, code: string): DeedReading {
  const reading = readAs(text, tableOf(code), 800);
  const { plain, words } = reading;
  const end = lengthOf(reading);
  const own = signsIn(plain, words, listsOf(code)).map((sign) =>
    sign.kinds.includes(notEnd) && sign.at + sign.length < end
      ? { ...sign, kinds: sign.kinds.filter((one) => one !== notEnd) }
      : sign,
  );
  const english =
    code === 'en' || !reading.table?.spaced ? [] : signsIn(plain, words, listsOf('en'));
  // A word such as `push-notification` is another one.
  const deeds = [...own, ...english].filter(
    ({ at, length, kinds }) =>
      !reading.table?.spaced ||
      length > 1 ||
      !kinds.some((one) => one < numberOf('add')) ||
      !/^(?:push|commit|merg|deploy|publi|releas)[^-]*-./.test(words[at]?.text ?? ''),
  );
  return { ...reading, code, deeds };
}

/** Where the last word of a text ends, without marks behind it. */
function lengthOf({ plain, words, table }: Reading): number {
  return table?.spaced === false
    ? plain.replace(/(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/u, '').length
    : words.length;
}

/** Whether a text has a sign of a list. */
export function hasDeed({ deeds }: DeedReading, ...names: DeedListName[]): boolean {
  return deeds.some(({ kinds }) => names.some((name) => kinds.includes(numberOf(name))));
}

/** Whether a text has a sign of a kind that all language files have. */
export function hasKind({ signs }: Reading, ...names: KindName[]): boolean {
  return signs.some(({ kinds }) => names.some((name) => kinds.includes(kind(name))));
}

/** Places of the signs of a list. */
export function placesOf({ deeds }: DeedReading, name: DeedListName): Sign[] {
  return deeds.filter(({ kinds }) => kinds.includes(numberOf(name)));
}

/** The languages that a text may be in, the best first. */
export function likelyLanguages(text: string, most = 3): string[] {
  const plain = plainText(text.slice(0, 2_000));
  const guesses = guessLanguage(plain, wordsOf(plain));
  const best = guesses[0]?.score ?? 0;
  const near = guesses
    .filter(({ score }) => score > 0 && score >= best - 0.8)
    .slice(0, most)
    .map(({ code }) => code);
  // Words of tools are Latin letters in every script, and may be most of a short sentence.
  const scripts = byScript.find(([letters]) => letters.test(plain))?.[1] ?? [];
  return scripts.length === 0
    ? near
    : [...new Set([...near.filter((code) => code !== 'en'), ...scripts])];
}

const byScript: readonly [RegExp, readonly string[]][] = [
  [/[\u3041-\u30ff]/, ['ja']],
  [/[\uac00-\ud7af]/, ['ko']],
  [/[\u3400-\u9fff]/, ['zh-Hans', 'zh-Hant']],
  [/[\u0e01-\u0e5b]/, ['th']],
  [/[\u0600-\u06ff]/, ['ar']],
  [/[\u0590-\u05ff]/, ['he']],
  [/[\u0900-\u097f]/, ['hi']],
  [/[\u0400-\u04ff]/, ['ru', 'uk']],
];

/** Several words between quotation marks. */
const quotes = onShort(
  /["\u201c\u201e\u00ab\u300c][^"\u201c\u201d\u201e\u00ab\u00bb\n]{1,80}\s[^"\u201c\u201d\u201e\u00ab\u00bb\n]{1,80}["\u201d\u201c\u00bb\u300d]/,
  800,
);

/**
 * True where a text tells what others say, ask or write, in one of the languages that it may be in. What the speaker says of
 * himself is none.
 */
export function isReported(text: string): boolean {
  if (quotes.test(text)) return true;
  if (/^\s*@?\p{Lu}[\p{L}\w.]{1,30}\s?[:\uff1a]\s/u.test(text)) return true;
  return [...new Set([...likelyLanguages(text), 'en'])].some((code) => {
    const reading = readDeeds(text, code);
    return placesOf(reading, 'says').some((sign) => !isOwn(reading, sign));
  });
}

/** The speaker is the one who says: a word for him stands right before, or behind as in German. */
function isOwn(reading: DeedReading, { at, length }: Sign): boolean {
  const near = reading.code === 'en' ? 2 : 1;
  return placesOf(reading, 'speaker').some((sign) => {
    const before = at - sign.at - sign.length;
    return (before >= 0 && before <= near) || (reading.code !== 'en' && sign.at === at + length);
  });
}
