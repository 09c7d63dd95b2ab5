import { clipMarked } from '../trust/clip.ts';
import { lengths } from './limits.ts';

const mark = /[?？](?=["')\]*_`」』]{0,3}(?:\s|$))/;
const asks =
  /\b(?:let me know (?:if you(?:'d|’d| would)? (?:like|want|prefer)|which|whether|how|what|when)|please (?:confirm|choose|decide|pick|advise|clarify)|(?:waiting|wait) for your|which (?:one|option) (?:do|would) you|awaiting your)\b/;

/**
 * What an agent's last text of a turn asks the person, as the paragraph that asks it; undefined when it
 * asks nothing. A list below the question counts as a part of it.
 */
export function questionIn(text: string): string | undefined {
  const tail = text.length > 4000 ? text.slice(text.length - 4000) : text;
  if (!/[?？]/.test(tail) && !asks.test(tail.slice(-800).toLowerCase())) return undefined;
  const paragraphs = tail
    .replace(/```[\s\S]*?(?:```|$)/g, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !/^[-*_=]{3,}$/.test(paragraph));
  let first = paragraphs.length - 1;
  while (first > 0 && /^(?:[-*•]|\d+[.)]|\(?[a-cA-C][.)])\s/.test(paragraphs[first]!)) first -= 1;
  const candidates = [paragraphs.at(-1), paragraphs[first]];
  const asking = candidates.find(
    (one) => one !== undefined && (mark.test(one) || asks.test(one.toLowerCase())),
  );
  return asking === undefined ? undefined : clipMarked(asking, lengths.question);
}

const openEnded =
  /^[^a-z]*(?:so |and |but |ok,? )?(?:what|which|how|where|who|whom|why|when|whose)\b/;

/** True for a question that offers one thing or another. */
export function isChoice(question: string): boolean {
  return /,?\s(?:or|oder|ou)\s/.test(askedSentence(question).toLowerCase());
}

/** True for a question that yes or no can answer. */
export function isYesNo(question: string): boolean {
  return !openEnded.test(askedSentence(question).toLowerCase());
}

/** The sentence of a question that is approved or refused by an answer: the last one that asks. */
export function askedSentence(question: string): string {
  const parts = question.split(/(?<=[.!?？。！])\s+|\n+/).filter((part) => part.trim() !== '');
  const asked = parts.filter((part) => mark.test(part)).at(-1) ?? parts[0] ?? question;
  return asked
    .trim()
    .slice(0, 2)
    .match(/^[A-Z\u00c0-\u00de¿\u0400-\u042f]/)
    ? asked.trim()
    : question;
}
