import { clipMarked } from '../trust/clip.ts';
import { endScore, onlyAgrees, tailOf } from '../words/end.ts';
import { lengths } from './limits.ts';

const mark = /[?\uff1f\u061f]/;
const listed = /^(?:[-*\u2022]|\d+[.)]|\(?[a-cA-C][.)])\s/;

/** The paragraphs of the last words of a text, without what is fenced. */
function paragraphsOf(text: string): string[] {
  return text
    .slice(-4000)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !/^[-*_=]{3,}$/.test(paragraph));
}

/**
 * What an agent's last text of a turn asks the person, as the paragraph that asks it; undefined when it
 * asks nothing. A list below the question counts as a part of it.
 */
export function questionIn(text: string): string | undefined {
  const paragraphs = paragraphsOf(text);
  let first = paragraphs.length - 1;
  while (first > 0 && listed.test(paragraphs[first]!)) first -= 1;
  const before =
    first < paragraphs.length - 1 ? paragraphs.slice(0, first + 1).join('\n\n') : undefined;
  const asks =
    endScore(paragraphs.join('\n\n')) > 0 || (before !== undefined && endScore(before) > 0);
  if (!asks) return undefined;
  const marked = paragraphs.slice(first).find((one) => mark.test(tailOf(one)));
  return clipMarked(marked ?? paragraphs.at(-1)!, lengths.question);
}

/** True for an end that may be a question; where that is unsure nothing may be forced. */
export function mayAsk(text: string): boolean {
  if (onlyAgrees(text)) return false;
  const last = paragraphsOf(text).at(-1) ?? '';
  return mark.test(tailOf(last)) || questionIn(text) !== undefined || endScore(text) > -1.5;
}

/** The sentence of a question that is approved or refused by an answer: the last one that asks. */
export function askedSentence(question: string): string {
  const parts = question
    .split(/(?<=[.!?\u061f\u0964])\s+|(?<=[\uff1f\u3002\uff01])\s*|\n+/)
    .filter((part) => part.trim() !== '');
  const asked = (parts.filter((part) => mark.test(part)).at(-1) ?? parts.at(-1) ?? question).trim();
  // A sentence that seems to begin small was cut behind an abbreviation.
  return /^[^\p{L}]*\p{Ll}/u.test(asked) ? question : asked;
}
