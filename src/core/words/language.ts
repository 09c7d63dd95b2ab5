import { once } from '../trust/once.ts';
import { plainText, type Word, wordsOf } from './plain.ts';
import { mainScript, type Script } from './script.ts';
import { fromBase64, type Table, tableOf } from './tables.ts';
import { languageNames } from './trained.ts';

/** A language as a person would name it. */
export interface Language {
  code: string;
  name: string;
}

/** What a language is known by: everyday words, and letters that hardly any other of its script has. */
interface Known extends Language {
  letters: string;
  common: string[];
}

interface Index {
  languages: Known[];
  words: Map<string, Known[]>;
  letters: Map<string, Known[]>;
}

const allKnown = once(() =>
  fromBase64(languageNames())
    .split('\n')
    .map((line): Known => {
      const [code = '', name = '', letters = '', common = ''] = line.split('\t');
      return { code, name, letters, common: common.split('|') };
    }),
);

const indexes = new Map<Script | 'any', Index>();

/** The languages that are written in a script. */
function indexOf(script: Script | 'any'): Index {
  const made = indexes.get(script);
  if (made !== undefined) return made;
  const languages = allKnown().filter(({ code }) => script === 'any' || isIn(script, code));
  const index: Index = { languages, words: new Map(), letters: new Map() };
  indexes.set(script, index);
  for (const language of languages) {
    for (const word of language.common) put(index.words, word, language);
    for (const letter of language.letters) put(index.letters, letter, language);
  }
  return index;
}

function put(map: Map<string, Known[]>, key: string, language: Known): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [language]);
  else if (!list.includes(language)) list.push(language);
}

const ofScript: Partial<Record<Script, readonly string[]>> = {
  cyrillic: ['ru', 'uk'],
  arabic: ['ar'],
  hebrew: ['he'],
  devanagari: ['hi'],
  thai: ['th'],
  kana: ['ja'],
  hangul: ['ko'],
  han: ['zh-Hans', 'zh-Hant'],
};

const otherScripts = new Set(Object.values(ofScript).flat());
/** Hindi is often typed in Latin letters. */
const typedInLatin = new Set(['hi']);

function isIn(script: Script, code: string): boolean {
  if (script === 'latin') return !otherScripts.has(code) || typedInLatin.has(code);
  return ofScript[script]?.includes(code) === true;
}

/** What speaks for a language. */
export interface Guess {
  code: string;
  score: number;
}

/** The languages of the text's script, the best first. */
export function guessLanguage(plain: string, words: readonly Word[]): Guess[] {
  const script = mainScript(plain);
  if (script === undefined) return [];
  const { languages, words: byWord, letters: byLetter } = indexOf(script);
  const scores = new Map<string, number>(
    languages.map(({ code }) => [code, script === 'latin' ? 0 : 0.1]),
  );
  if (scores.size === 1) return [...scores.keys()].map((code) => ({ code, score: 1 }));
  const give = (having: readonly Known[] = [], most: number): void => {
    for (const { code } of having) scores.set(code, scores.get(code)! + most / having.length);
  };
  for (const { text } of words.slice(0, 200)) give(byWord.get(text), 1);
  const start = plain.slice(0, 2000);
  if (/[^\0-\u007f]/.test(start))
    for (const letter of new Set(start)) if (letter > '\u007f') give(byLetter.get(letter), 0.7);
  return refined(rank(scores), words);
}

function rank(scores: ReadonlyMap<string, number>): Guess[] {
  return [...scores].map(([code, score]) => ({ code, score })).sort((a, b) => b.score - a.score);
}

/** Where everyday words leave it open, all words of the languages that fit best decide. */
function refined(guesses: Guess[], words: readonly Word[]): Guess[] {
  const best = guesses[0]?.score ?? 0;
  const lead = best - (guesses[1]?.score ?? 0);
  if (lead > 0.6) return guesses;
  // Reading a table takes a while: only those that may well be meant are.
  // English words are in texts of all languages, so it is looked at always.
  const close = guesses.filter(
    ({ code, score }, at) => score >= best - 0.6 && (at < 5 || best === 0 || code === 'en'),
  );
  const tables = new Map<string, Table>(close.map(({ code }) => [code, tableOf(code)]));
  const scores = new Map<string, number>(guesses.map(({ code, score }) => [code, score]));
  for (const { text } of words.slice(0, 200)) {
    const having = close.filter(({ code }) => tables.get(code)!.entries.has(text));
    for (const { code } of having) scores.set(code, scores.get(code)! + 0.7 / having.length);
  }
  return rank(scores);
}

/** True for an everyday word of a language. */
export function isCommon(word: string, code: string): boolean {
  return (
    indexOf('any')
      .words.get(word)
      ?.some((one) => one.code === code) === true
  );
}

/** The language that most of the texts are written in; undefined where that is unsure. */
export function languageOf(texts: readonly string[]): Language | undefined {
  const totals = new Map<string, number>();
  for (const text of texts) {
    const plain = plainText(text.slice(0, 2000));
    const [best, second] = guessLanguage(plain, wordsOf(plain));
    if (best === undefined || best.score === 0) continue;
    const lead = Math.min(3, best.score - (second?.score ?? 0));
    totals.set(best.code, (totals.get(best.code) ?? 0) + lead);
  }
  const [first, next] = rank(totals);
  if (first === undefined || first.score < 0.8 || first.score < 1.5 * (next?.score ?? 0))
    return undefined;
  const known = allKnown().find(({ code }) => code === first.code)!;
  return { code: known.code, name: known.name };
}
