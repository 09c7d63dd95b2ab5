import { hinders } from './hinders.ts';
import { kind } from './kinds.ts';
import type { Reading } from './reading.ts';
import type { Table } from './tables.ts';

/** Letters by which a word in another form is known again. */
const stem = 4;

/** Places of words that no sign covers. */
function unknownWords({ words, signs }: Reading): string[] {
  const covered = new Set<number>();
  for (const { at, length } of signs)
    for (let index = at; index < at + length; index += 1) covered.add(index);
  return words.filter((_, at) => !covered.has(at)).map(({ text }) => text);
}

/**
 * True where a word that is in no list may be a word that hinders: misspelt, or a verb of the question with an ending that
 * negates it.
 */
export function hidesNo(answer: Reading, question: Reading): boolean {
  const { table } = answer;
  if (table === undefined || !table.spaced) return false;
  const asked = new Set(question.words.map(({ text }) => text));
  const stems = new Set(question.words.map(({ text }) => text.slice(0, stem - 1)));
  const unknown = unknownWords(answer).filter((word) => !asked.has(word));
  return unknown.some(
    (word) =>
      (table.negating.some((ending) => word.endsWith(ending)) &&
        stems.has(word.slice(0, stem - 1))) ||
      isMisspelt(word, table),
  );
}

/** True for an answer that begins with thanks and goes on with praise at most: it may be for what was said. */
export function onlyThanks({ signs }: Reading): boolean {
  const has = (name: 'thanks' | 'yes' | 'go') => (sign: Reading['signs'][number]) =>
    sign.kinds.includes(kind(name));
  return (
    signs[0] !== undefined &&
    has('thanks')(signs[0]) &&
    !signs.some(has('yes')) &&
    !signs.some(has('go'))
  );
}

/**
 * True where an answer says words again that stand before the question and not in it: it may agree to what was found
 * rather than to what is asked.
 */
export function agreesToBefore(answer: Reading, asked: Reading, before: Reading): boolean {
  if (before.words.length === 0) return false;
  if (answer.table?.spaced === false) {
    const { plain } = answer;
    for (let at = 0; at + 2 <= plain.length; at += 1) {
      const pair = plain.slice(at, at + 2);
      if (!/^\p{L}{2}$/u.test(pair) || coversPair(answer, at)) continue;
      if (before.plain.includes(pair) && !asked.plain.includes(pair)) return true;
    }
    return false;
  }
  const stems = (reading: Reading) => new Set(reading.words.map(({ text }) => text.slice(0, stem)));
  const inAsked = stems(asked);
  const inBefore = stems(before);
  return unknownWords(answer)
    .map((word) => word.slice(0, stem))
    .some((word) => word.length > 2 && inBefore.has(word) && !inAsked.has(word));
}

function coversPair({ signs }: Reading, at: number): boolean {
  return signs.some((sign) => at + 1 >= sign.at && at < sign.at + sign.length);
}

/** True for a word that is one slip away from a word that hinders. */
function isMisspelt(word: string, table: Table): boolean {
  if (word.length < 3) return false;
  const single = squeezed(word);
  for (const list of table.entries.values())
    for (const { words, text, kinds } of list) {
      if (words.length !== 1 || text.length < 2 || !kinds.some((one) => hinders.includes(one)))
        continue;
      if (single === squeezed(text) || isOneSlip(word, text.replaceAll("'", ''))) return true;
    }
  return false;
}

const squeezed = (word: string): string => word.replace(/(.)\1+/gu, '$1');

/** True where two letters are swapped or, in words of four letters and more, one is left out, added or another. */
function isOneSlip(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1 || right.length < 3) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  const rest = word.slice(at);
  const wanted = right.slice(at);
  if (word.length === right.length) {
    const swapped = rest[0] === wanted[1] && rest[1] === wanted[0];
    if (rest.length > 1 && swapped && rest.slice(2) === wanted.slice(2)) return true;
  }
  if (at === 0 || Math.min(word.length, right.length) < 4) return false;
  return rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1);
}
