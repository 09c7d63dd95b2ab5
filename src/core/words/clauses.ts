/** Where a clause may end: at a mark, or before a word that goes on with another one. */
const mark =
  /[,;(]\s|\s[-\u2013\u2014]\s|[:)]\s|\.\.\.\s|\u2026\s?|[\uff0c\u3001\uff1b\uff1a\u060c]/g;
const shortest = 12;
const most = 8;

/** A part of a sentence, and what stands before it. */
export interface Clause {
  text: string;
  head: string;
  /** The mark that ends what stands before. */
  mark: string;
}

/** The clauses of a sentence that may say something by themselves: none where it has but one, or is very long. */
export function clausesOf(sentence: string): Clause[] {
  if (sentence.length < 2 * shortest || sentence.length > 700) return [];
  const found: Clause[] = [];
  let from = 0;
  let before = '';
  const add = (to: number): void => {
    const head = sentence.slice(0, from).trim();
    found.push({ text: sentence.slice(from, to).trim(), head, mark: before });
  };
  for (const match of sentence.matchAll(mark)) {
    add(match.index);
    from = match.index + match[0].length;
    before = match[0].trim()[0] ?? '';
  }
  if (from === 0) return [];
  add(sentence.length);
  const wide = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
  return found
    .filter(({ text }) => text.length >= (wide.test(text) ? shortest / 3 : shortest))
    .slice(-most);
}
