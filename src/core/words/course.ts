import { once } from '../trust/once.ts';
import { coursePhrases, foldedOf, type Phrases, tightOf } from './course-phrases.ts';
import { kind } from './kinds.ts';
import { languageOf } from './language.ts';
import { kindsOf, read } from './reading.ts';

/** What a message of the user does to the work at hand: it stops it, or gives it another direction. */
export type Course = 'stop' | 'change';

/** Characters of a message that are looked at: who stops the work says so at the beginning. */
const looked = 400;
const mostSentences = 6;
/** Characters of one sentence that are looked at. */
const longest = 160;
/** Characters of a message that says that something comes first, at most: a longer one is an order with steps of its own. */
const longestReorder = 200;
/** Characters of a clause that only opens a message: "No, skip the tests". */
const longestOpening = 8;
/** Characters between the two parts of a phrase with a gap. */
const longestGap = 60;

/** The code of the language that a message is surely written in. */
type Tongue = () => string | undefined;

/** A sentence, made comparable. */
interface Sentence {
  plain: string;
  folded: string;
  /** Letters alone, with no accent, without spaces: for languages that have none between words. */
  tight: string;
}

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
  const languages = coursePhrases();
  const tongue = once(() => languageOf([head])?.code);
  const stops = sentences.some((one) =>
    languages.some((phrases) => stopEnd(one, phrases, tongue) !== undefined),
  );
  if (stops) return 'stop';
  const whole = sentenceOf(head);
  if (languages.some((phrases) => changes(textFor(whole, phrases), phrases))) return 'change';
  return text.length <= longestReorder && reorders(whole, languages) && !isStanding(text)
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
  const tongue = once(() => languageOf([made.plain])?.code);
  for (const phrases of coursePhrases()) {
    const end = stopEnd(made, phrases, tongue);
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

const sentenceOf = (plain: string): Sentence => ({
  plain,
  folded: foldedOf(plain),
  tight: tightOf(plain),
});

const punctuation =
  /[\s,.!?;:\u2026\u2014\u2013()"\u00a1\u00bf\u3001\u3002\uff0c\uff01\uff1f\u060c\u061f\u061b\u0964-]/;
/** What a phrase that stops may be followed by, with anything behind it. */
const breaks = /[,.!?;:\u2026\u2014\u2013(\u3001\u3002\uff0c\uff01\uff1f\u060c\u061f\u061b\u0964-]/;

const clauseEnds =
  /[,.!?;:\u2026\u2014\u2013(\u3001\u3002\uff0c\uff01\uff1f\u060c\u061f\u061b\u0964\n]/;

/**
 * Where the words end that stop the work, in a sentence that begins with such words and nothing else, up to its end, a mark or a
 * word that begins another clause: "Please stop now, I want to look", not "Stop the server".
 */
function stopEnd(sentence: Sentence, phrases: Phrases, tongue: Tongue): number | undefined {
  const text = textFor(sentence, phrases);
  // Places that are reached by known phrases alone, and whether one of them stops.
  const reached = new Map<number, boolean>([[0, false]]);
  // Places between "don't" and the next mark: nothing stops there.
  const turned = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    const stopped = reached.get(at);
    const isTurned = turned.has(at);
    if (stopped === undefined && !isTurned) continue;
    // "Forget the plan and …" goes on with something else.
    if (stopped && endsAt(text, at, phrases)) return drops(text, at, phrases) ? undefined : at;
    const next = text[at];
    if (next === undefined) continue;
    if (punctuation.test(next) && !isInName(text, at)) {
      if (stopped !== undefined) reach(reached, at + 1, stopped);
      if (isTurned && breaks.test(next)) reach(reached, at + 1, false);
      else if (isTurned) turned.add(at + 1);
      continue;
    }
    const turn = turnAt(text, at, phrases);
    if (turn > 0) turned.add(at + turn);
    for (const { end, stops, isShared } of startingAt(text, at, phrases)) {
      if (isTurned) turned.add(end);
      // "No" and "not" may be one word: alone, or before a mark, it turns nothing.
      const isAlone = end === text.length || breaks.test(text[end]!);
      const counts = end > at + turn || (end === at + turn && isAlone);
      if (stopped === undefined || !counts) continue;
      const isForeign = isShared && (tongue() ?? phrases.code) !== phrases.code;
      reach(reached, end, stopped || (stops && !isForeign));
    }
  }
  return undefined;
}

function reach(reached: Map<number, boolean>, at: number, stopped: boolean): void {
  reached.set(at, reached.get(at) === true || stopped);
}

/** Where the phrases end that begin at a place. */
function startingAt(
  text: string,
  at: number,
  phrases: Phrases,
): { end: number; stops: boolean; isShared: boolean }[] {
  return withFirst(text, at, phrases, phrases.all).flatMap(
    ({ text: phrase, tail, stops, isShared }) => {
      if (!standsAt(text, at, phrase, phrases)) return [];
      const end = at + phrase.length;
      const ends = tail === undefined ? [end] : tailEnds(text, end, tail, phrases);
      return ends.map((one) => ({ end: one, stops, isShared }));
    },
  );
}

/** Where the second part of a verb ends, with words of `around` and spaces alone before it. */
function tailEnds(text: string, from: number, tail: string, phrases: Phrases): number[] {
  const places = new Set([from]);
  const ends: number[] = [];
  for (const at of places) {
    if (/\s/.test(text[at] ?? '')) {
      places.add(at + 1);
      continue;
    }
    if (at > from && standsAt(text, at, tail, phrases)) ends.push(at + tail.length);
    for (const { text: phrase, tail: gap, stops } of withFirst(text, at, phrases, phrases.all))
      if (!stops && gap === undefined && standsAt(text, at, phrase, phrases))
        places.add(at + phrase.length);
  }
  return ends;
}

/** Characters of the longest words at a place that turn what stops behind them into its opposite; 0 without. */
function turnAt(text: string, at: number, phrases: Phrases): number {
  return withFirst(text, at, phrases, phrases.turning)
    .filter((one) => standsAt(text, at, one, phrases))
    .reduce((most, one) => Math.max(most, one.length), 0);
}

function withFirst<Kind>(
  text: string,
  at: number,
  { spaced }: Phrases,
  lists: ReadonlyMap<string, readonly Kind[]>,
): readonly Kind[] {
  return lists.get(spaced ? wordAt(text, at) : (text[at] ?? '')) ?? [];
}

function standsAt(text: string, at: number, phrase: string, { spaced }: Phrases): boolean {
  return text.startsWith(phrase, at) && (!spaced || isBorder(text, at + phrase.length));
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

/** "Always run the linter first" says how to work, and not what to do next. */
function isStanding(text: string): boolean {
  const kinds = kindsOf(read(text));
  return kinds.has(kind('always')) || kinds.has(kind('never'));
}

/** Whether a message puts something first, or drops something, and does not tell the work to go on, in any language. */
function reorders(whole: Sentence, languages: readonly Phrases[]): boolean {
  const goesOn = languages.some((phrases) => {
    const text = textFor(whole, phrases);
    return phrases.going.some((one) => isIn(text, one, phrases.spaced, text.length));
  });
  if (goesOn) return false;
  return languages.some((phrases) => {
    const clauses = textFor(whole, phrases)
      .split(clauseEnds)
      .map((one) => one.trim());
    // Behind "no," or "ok, please," as well.
    const opening = phrases.spaced ? longestOpening : longestOpening / 2;
    const begin = clauses.findIndex((one) => one.length > opening);
    return (
      clauses
        .slice(0, begin < 0 ? undefined : begin + 1)
        .some((clause) => isDropped(clause, phrases)) ||
      clauses.some((clause) => isFirst(clause, phrases))
    );
  });
}

/** True for a clause that begins with a word that drops something, and goes on: "please skip the tests". */
function isDropped(clause: string, phrases: Phrases): boolean {
  const { skip, spaced } = phrases;
  const drops = (at: number): boolean =>
    skip.some(
      (one) =>
        standsAt(clause, at, one, phrases) && clause.slice(at + one.length).trim().length > 1,
    );
  if (drops(0)) return true;
  return startingAt(clause, 0, phrases).some(
    ({ end, stops }) => !stops && drops(spaced ? end + 1 : end),
  );
}

function isFirst(clause: string, { first, spaced }: Phrases): boolean {
  return first.some((one) => {
    const word = one.replace(/^\^|\$$/g, '');
    if (one.startsWith('^') && !clause.startsWith(word)) return false;
    if (one.endsWith('$') && !clause.endsWith(word)) return false;
    return isIn(clause, word, spaced, one.startsWith('^') ? 1 : clause.length);
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
