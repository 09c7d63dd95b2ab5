import { once } from '../trust/once.ts';
import { fromBase64 } from './tables.ts';
import { courseText } from './trained.ts';

/** What a message of the user does to the work at hand: it stops it, or gives it another direction. */
export type Course = 'stop' | 'change';

/** Characters of a message that are looked at: who stops the work says so at the beginning. */
const looked = 400;
const mostSentences = 6;
/** Characters of one sentence that are looked at. */
const longest = 160;
/** Characters between the two parts of a phrase with a gap. */
const longestGap = 60;

/** What people say in one language to stop the work or to change its course. */
interface Phrases {
  /** Words are divided by spaces. */
  spaced: boolean;
  /** Accents may be left out. */
  folded: boolean;
  /** Phrases that stop, and what may stand around them, by their first word or letter, the longest first. */
  all: ReadonlyMap<string, readonly Phrase[]>;
  /** Words that begin another clause behind a phrase that stops. */
  join: readonly string[];
  /** `...` stands for some words. */
  change: readonly string[];
  /** Phrases that change the work, without those that are a part of one that stops it. */
  dropping: readonly string[];
}

interface Phrase {
  text: string;
  stops: boolean;
}

/** A sentence, made comparable. */
interface Sentence {
  plain: string;
  folded: string;
  /** Letters alone, with no accent, without spaces: for languages that have none between words. */
  tight: string;
}

const known = once(() => fromBase64(courseText()).split('\n').map(phrasesOf));

/**
 * Whether the user's message stops the work or changes its course, in any language that has a file in `data/words`. Undefined for
 * any other message; an unknown language reads like one, so that a text may not rest on this alone.
 * @param text The message, of which the beginning is looked at.
 */
export function courseOf(text: string): Course | undefined {
  const head = plainOf(text.slice(0, looked));
  const sentences = head
    .split(/(?<=[.!?\u061f\u0964])\s+|(?<=[\u3002\uff01\uff1f])\s*|\n+/, mostSentences)
    .map((one) => sentenceOf(one.trim().slice(0, longest)));
  const languages = known();
  const stops = sentences.some((one) =>
    languages.some((phrases) => stopEnd(one, phrases) !== undefined),
  );
  if (stops) return 'stop';
  const whole = sentenceOf(head);
  return languages.some((phrases) => changes(textFor(whole, phrases), phrases))
    ? 'change'
    : undefined;
}

/**
 * A sentence that begins with words that stop the work: these words, and what it says behind them, both made comparable. Undefined
 * for any other sentence.
 * @param sentence One sentence of a message.
 */
export function stopOf(sentence: string): { stop: string; rest: string } | undefined {
  const made = sentenceOf(plainOf(sentence.trim().slice(0, longest)));
  for (const phrases of known()) {
    const end = stopEnd(made, phrases);
    if (end === undefined) continue;
    const text = textFor(made, phrases);
    return { stop: text.slice(0, end), rest: text.slice(end) };
  }
  return undefined;
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'");

/** Latin letters without their accents; other letters stay. */
const foldedOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([a-z])\p{Mn}+/gu, '$1')
    .normalize('NFC');

const tightOf = (text: string): string => text.replace(/\s+/g, '');

const sentenceOf = (plain: string): Sentence => ({
  plain,
  folded: foldedOf(plain),
  tight: tightOf(plain),
});

function phrasesOf(line: string): Phrases {
  const [code = '', kind = '', stop = '', change = '', around = '', join = ''] = line.split('\t');
  const spaced = kind === 'spaced';
  const folded = spaced && code !== 'vi';
  const made = (list: string): string[] =>
    list
      .split('|')
      .filter((one) => one !== '')
      .map((one) => (folded ? foldedOf(one) : spaced ? one : tightOf(one)));
  const all = new Map<string, Phrase[]>();
  const stops = new Set(made(stop));
  for (const text of new Set([...stops, ...made(around)])) {
    const first = spaced ? text.split(' ')[0]! : text[0]!;
    const phrase = { text, stops: stops.has(text) };
    const list = all.get(first);
    if (list === undefined) all.set(first, [phrase]);
    else list.push(phrase);
  }
  for (const list of all.values()) list.sort((one, other) => other.text.length - one.text.length);
  const changing = made(change);
  const dropping = changing.filter(
    (one) => !one.includes('...') && ![...stops].some((text) => text.includes(one)),
  );
  return { spaced, folded, all, join: made(join), change: changing, dropping };
}

const punctuation =
  /[\s,.!?;:\u2026\u2014\u2013()"\u00a1\u00bf\u3001\u3002\uff0c\uff01\uff1f\u060c\u061f\u061b\u0964-]/;
/** What a phrase that stops may be followed by, with anything behind it. */
const breaks = /[,.!?;:\u2026\u2014\u2013(\u3001\u3002\uff0c\uff01\uff1f\u060c\u061f\u061b\u0964-]/;

/**
 * Where the words end that stop the work, in a sentence that begins with such words and nothing else, up to its end, a mark or a
 * word that begins another clause: "Please stop now, I want to look", not "Stop the server".
 */
function stopEnd(sentence: Sentence, phrases: Phrases): number | undefined {
  const text = textFor(sentence, phrases);
  // Places that are reached by known phrases alone, and whether one of them stops.
  const reached = new Map<number, boolean>([[0, false]]);
  for (let at = 0; at <= text.length; at += 1) {
    const stopped = reached.get(at);
    if (stopped === undefined) continue;
    // "Forget the plan and …" goes on with something else.
    if (stopped && endsAt(text, at, phrases)) return drops(text, at, phrases) ? undefined : at;
    const next = text[at];
    if (next === undefined) continue;
    if (punctuation.test(next) && !isInName(text, at)) reach(reached, at + 1, stopped);
    else
      for (const { text: phrase, stops } of startingAt(text, at, phrases))
        reach(reached, at + phrase.length, stopped || stops);
  }
  return undefined;
}

function reach(reached: Map<number, boolean>, at: number, stopped: boolean): void {
  reached.set(at, reached.get(at) === true || stopped);
}

function startingAt(text: string, at: number, { spaced, all }: Phrases): Phrase[] {
  const first = spaced ? wordAt(text, at) : text[at]!;
  return (all.get(first) ?? []).filter(
    ({ text: phrase }) =>
      text.startsWith(phrase, at) && (!spaced || isBorder(text, at + phrase.length)),
  );
}

function wordAt(text: string, at: number): string {
  const end = text.slice(at).search(/\s|[,.!?;:\u2026\u061f\u060c\u061b\u0964]/);
  return end < 0 ? text.slice(at) : text.slice(at, at + end);
}

/** True where no word goes on. */
function isBorder(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\p{M}\p{N}'_/-]/u.test(text[at]!);
}

/** True for a point within a name of a file, or before one. */
function isInName(text: string, at: number): boolean {
  return text[at] === '.' && /[a-z0-9_]/.test(text[at + 1] ?? '');
}

function endsAt(text: string, at: number, { spaced, join }: Phrases): boolean {
  if (at >= text.length) return true;
  if (breaks.test(text[at]!)) return !isInName(text, at);
  const rest = spaced && /\s/.test(text[at]!) ? text.slice(at).trimStart() : text.slice(at);
  if (rest === '') return true;
  if (spaced && !/\s/.test(text[at - 1]!) && rest.length === text.length - at) return false;
  return join.some((one) => rest.startsWith(one) && (!spaced || isBorder(rest, one.length)));
}

function textFor({ plain, folded, tight }: Sentence, phrases: Phrases): string {
  if (phrases.folded) return folded;
  return phrases.spaced ? plain : tight;
}

function changes(text: string, { spaced, change }: Phrases): boolean {
  return change.some((one) => {
    const gap = one.indexOf('...');
    return gap < 0
      ? isIn(text, one, spaced, text.length)
      : isAround(text, one.slice(0, gap).trimEnd(), one.slice(gap + 3).trimStart(), spaced);
  });
}

/** Whether both parts of a phrase with a gap stand in one sentence, near each other: "let us do the docs first". */
function isAround(text: string, before: string, behind: string, spaced: boolean): boolean {
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const from = at + before.length;
    if (spaced && !(isBorder(text, from) && (at === 0 || isBorder(text, at - 1)))) continue;
    const rest = text.slice(from, from + longestGap + behind.length);
    const end = rest.search(breaks);
    const clause = end < 0 ? rest : rest.slice(0, end);
    for (let to = clause.indexOf(behind); to >= 0; to = clause.indexOf(behind, to + 1)) {
      const isWord = isBorder(text, from + to + behind.length) && isBorder(clause, to - 1);
      if (!spaced || (to > 0 && isWord)) return true;
    }
  }
  return false;
}

/** True where a phrase that changes the work begins in the words that stop it: "Forget the plan and …". */
function drops(text: string, end: number, { spaced, dropping }: Phrases): boolean {
  return dropping.some((one) => isIn(text, one, spaced, end));
}

/** Whether a phrase stands in a text, beginning before `end`. */
function isIn(text: string, phrase: string, spaced: boolean, end: number): boolean {
  for (let at = text.indexOf(phrase); at >= 0 && at < end; at = text.indexOf(phrase, at + 1)) {
    if (!spaced) return true;
    if (isBorder(text, at + phrase.length) && (at === 0 || isBorder(text, at - 1))) return true;
  }
  return false;
}
