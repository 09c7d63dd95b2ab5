import { clipMarked } from '../trust/clip.ts';
import { endScore, onlyAgrees, tailOf } from '../words/end.ts';
import { type KindName, kind } from '../words/kinds.ts';
import { readAs } from '../words/reading.ts';
import { replyTables } from '../words/reply.ts';
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

/** Signs of which a short text without a mark must have one to ask something. */
const asking: readonly KindName[] = [
  'shall',
  'whether',
  'why',
  'know',
  'ask',
  'or',
  'ornot',
  'may',
  'please',
];
/** Endings that ask, where they are a part of the last word. */
const askingEnd = /(?:\u304b|\uae4c|\uc8fc\uc138\uc694)[\s.\u3002]{0,3}$/;
/** Letters of a text of which each word is looked at. */
const shortText = 60;

/** True for a short text that only answers, agrees or states: no mark, and no word that asks. */
function onlyStates(text: string): boolean {
  const bare = text.trim();
  if (bare.length > shortText || mark.test(bare) || askingEnd.test(bare)) return false;
  if (onlyAgrees(bare)) return true;
  const kinds = new Set(asking.map(kind));
  return !replyTables('', bare).some((table) =>
    readAs(bare, table).signs.some((sign) => sign.kinds.some((one) => kinds.has(one))),
  );
}

/**
 * What an agent's last text of a turn asks the person, as the paragraph that asks it; undefined when it
 * asks nothing. A list below the question counts as a part of it.
 */
export function questionIn(text: string): string | undefined {
  if (onlyStates(text)) return undefined;
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
