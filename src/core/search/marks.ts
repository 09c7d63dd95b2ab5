import { onShort } from '../bounded-match.ts';
import { splitCamel } from './camel.ts';
import { fold } from './fold.ts';
import { hasUnspaced } from './pairs.ts';
import { isBeginning, type Query } from './query.ts';
import { spelledOut, spelledOutWithPlaces } from './spelled-out.ts';

/** A place in a text where something that was looked for stands. */
export interface Mark {
  start: number;
  end: number;
  /** Number of the term in the query; -1 for all of the query in a row. */
  term: number;
}

const mostMarks = 400;
/** Signs between the parts of a name or the words of a phrase. */
const between = '[\\0-/:-@\\[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u3020]{0,8}';

/** Where a query stands in a text, in order and without overlaps. */
export function marksIn(text: string, query: Query): Mark[] {
  const longer = spelledOutWithPlaces(text);
  if (longer === undefined) return marksOf(text, query);
  const marks = marksOf(longer.text, query).map(({ start, end, term }) => {
    const last = longer.placeOf(end - 1);
    return { start: longer.placeOf(start), end: last + 1, term };
  });
  return withoutOverlaps(marks);
}

function marksOf(text: string, query: Query): Mark[] {
  const folded = fold(text);
  const found: Mark[] = [];
  const all = query.terms.length > 1 ? [{ text: query.whole, term: -1 }] : [];
  const each = query.terms
    .map((term, at) => ({ text: term.text, term: at }))
    .filter(({ text }) => query.terms.length === 1 || !isTiny(text));
  for (const wanted of [...all, ...each]) {
    const pattern = patternOf(wanted.text);
    if (pattern === undefined) continue;
    let tries = 0;
    for (const { 0: match, index } of folded.matchAll(pattern)) {
      tries += 1;
      if (tries > mostMarks) break;
      const end = endOf(text, folded, index + match.length, isBeginning(wanted.text));
      if (end !== undefined && isBorder(text, index)) {
        found.push({ start: index, end, term: wanted.term });
      }
    }
  }
  return withoutOverlaps(found);
}

/** The index takes English words by their stems; for marking, usual endings more or less are close enough. */
const endings = onShort(
  /^(?:e|s|es|ed|ied|ies|y|ly|ing|ings|er|ers|or|ors|al|als|ally|ality|ities|ity|ive|ives|ively|ion|ions|ional|ize|izes|ized|izing|ization|able|ably|ability|ment|ments|ness|ful|fully|ance|ances|ence|ences|ent|ents|ant|ants|ate|ates|ated|ating|ation|ations|ator|ators|ous|ism|ist|ists|i|ic|ical|ically)*$/,
  11,
);
const longestEnding = 10;

function stem(part: string): string {
  return part.replace(/^([a-z]{3,}?)(?:ings?|ed|ies|es|s|e|y|ly)$/, '$1');
}

/** Where the word ends that a match begins with; undefined where it goes on with what is no ending. */
function endOf(text: string, folded: string, from: number, open: boolean): number | undefined {
  if (open) return from;
  for (let end = from; end <= from + longestEnding; end += 1) {
    if (isBorder(text, end)) return isEnding(folded, from, end) ? end : undefined;
    if (!/[a-z]/.test(folded.slice(end, end + 1))) return undefined;
  }
  return undefined;
}

/** Before an ending the last letter may be doubled, as in committed. */
function isEnding(folded: string, from: number, end: number): boolean {
  if (endings.test(folded.slice(from, end))) return true;
  return folded[from] === folded[from - 1] && endings.test(folded.slice(from + 1, end));
}

/** One or two letters: marked only within all of the query, since they stand everywhere. */
function isTiny(text: string): boolean {
  return /^[a-z]{1,2}$/i.test(text);
}

/** The parts of a text in a row, with a few signs between them; undefined where it has none. */
function patternOf(text: string): RegExp | undefined {
  const parts = wordsOf(fold(splitCamel(spelledOut(text))));
  return parts === null
    ? undefined
    : new RegExp(parts.map(stem).join(`[a-z]{0,${longestEnding}}?${between}`), 'g');
}

/** Patterns of all scripts take longer to prepare than all the rest of a search, and most texts need none. */
const ascii = /^[\0-\x7f]*$/;

function wordsOf(text: string): string[] | null {
  return ascii.test(text) ? text.match(/[a-z0-9]+/gi) : text.match(/[\p{L}\p{N}\p{M}]+/gu);
}

function isLetter(unit: string): boolean {
  return ascii.test(unit) ? /[a-z0-9]/i.test(unit) : /[\p{L}\p{N}]/u.test(unit);
}

/** True where a word, or a part of a name, can begin or end. */
function isBorder(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 1), at);
  const behind = text.slice(at, at + 1);
  if (!isLetter(before) || !isLetter(behind)) return true;
  if (hasUnspaced(before) || hasUnspaced(behind)) return true;
  if (!/[A-Z]/.test(behind)) return false;
  return /[a-z0-9]/.test(before) || /[a-z]/.test(text.slice(at + 1, at + 2));
}

function withoutOverlaps(marks: Mark[]): Mark[] {
  marks.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Mark[] = [];
  for (const mark of marks) {
    if (kept.length === 0 || mark.start >= kept.at(-1)!.end) kept.push(mark);
  }
  return kept;
}
