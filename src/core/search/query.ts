import { Fault } from '../errors.ts';
import { clip, clipMarked } from '../trust/clip.ts';
import { isUnspaced } from './pairs.ts';

/** One thing that is looked for. */
export interface Term {
  /** As the person wrote it, without quotation marks. */
  text: string;
  /** True where it stood in quotation marks. */
  quoted: boolean;
}

export interface Query {
  terms: Term[];
  /** All of it in a row. */
  whole: string;
  /** Words behind the last that is looked for. */
  left: number;
  /** True where one of them was cut, since it is longer than anything is looked for. */
  cut: boolean;
}

const mostTerms = 40;
/** Characters. */
export const longestTerm = 400;

/**
 * What a person looks for, from words as a shell hands them over. A text in double quotation marks is one thing to look
 * for; one that is never closed counts as a character. Nothing else has a meaning of its own, so there is no wrong
 * query but the one that holds neither a letter nor a digit, which throws a Fault.
 */
export function parseQuery(words: readonly string[]): Query {
  const given = words.join(' ').replace(/\0/g, ' ');
  const terms: Term[] = [];
  for (const [, phrase, word] of given.matchAll(/"([^"]+)"|(\S+?)(?=\s|$|"[^"]+")/gu)) {
    const text = (phrase ?? word ?? '').trim();
    if (isSearchable(text)) terms.push({ text, quoted: phrase !== undefined });
  }
  const wanted = terms.filter(
    (term, at) => terms.findIndex((other) => other.text === term.text) === at,
  );
  if (wanted.length === 0) {
    const what = clipMarked(given.trim(), 80);
    const why =
      what === ''
        ? 'Nothing to search for.'
        : `"${what}" holds neither a letter nor a digit, and signs alone are not looked for.`;
    throw new Fault('usage', why, {
      hint: 'Give words, a "phrase", a file name or a line of an error: holdfast recall <words>',
    });
  }
  const kept = wanted
    .slice(0, mostTerms)
    .map((term) => ({ ...term, text: clip(term.text, longestTerm) }));
  return {
    terms: kept,
    whole: kept.map(({ text }) => text).join(' '),
    left: wanted.length - kept.length,
    cut: wanted.slice(0, mostTerms).some(({ text }) => text.length > longestTerm),
  };
}

/** The pattern of all scripts takes long to prepare. */
function isSearchable(text: string): boolean {
  return /[a-z0-9]/i.test(text) || /[\p{L}\p{N}\p{Co}]/u.test(text);
}

/** True for what may be the beginning of a word: a shortened commit id, a single character of a script without blanks. */
export function isBeginning(text: string): boolean {
  if (/^[0-9a-f]{7,39}$/i.test(text) && /[0-9]/.test(text)) return true;
  return [...text].length === 1 && isUnspaced(text);
}
