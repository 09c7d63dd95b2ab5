import { clipMarked } from '../trust/clip.ts';
import { lengths } from './limits.ts';

const mark = /[?？](?=["')\]*_`」』]{0,3}(?:\s|$))/;
const asks =
  /\b(?:let me know (?:if you(?:[\u2019']d| would)? (?:like|want|prefer)|which|whether|how|what|when)|please (?:confirm|choose|decide|pick|advise|clarify)|(?:waiting|wait) for your|which (?:one|option) (?:do|would) you|awaiting your)\b/i;

/**
 * What an agent's last text of a turn asks the person, as the paragraph that asks it; undefined when it
 * asks nothing. A list below the question counts as a part of it.
 */
export function questionIn(text: string): string | undefined {
  const tail = text.length > 4000 ? text.slice(text.length - 4000) : text;
  const paragraphs = tail
    .replace(/```[\s\S]*?(?:```|$)/g, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !/^[-*_=]{3,}$/.test(paragraph));
  let first = paragraphs.length - 1;
  while (first > 0 && /^(?:[-*•]|\d+[.)]|\(?[a-cA-C][.)])\s/.test(paragraphs[first]!)) first -= 1;
  const candidates = [paragraphs.at(-1), paragraphs[first]];
  const asking = candidates.find((one) => one !== undefined && (mark.test(one) || asks.test(one)));
  return asking === undefined ? undefined : clipMarked(asking, lengths.question);
}

const openEnded =
  /^[^\p{L}]*(?:so |and |but |ok,? )?(?:what|which|how|where|who|whom|why|when|whose)\b/iu;

/** True for a question that offers one thing or another. */
export function isChoice(question: string): boolean {
  return /,?\s(?:or|oder|ou)\s/i.test(askedSentence(question));
}

/** True for a question that yes or no can answer. */
export function isYesNo(question: string): boolean {
  return !openEnded.test(askedSentence(question));
}

/** The sentence of a question that is approved or refused by an answer: the last one that asks. */
export function askedSentence(question: string): string {
  const parts = question.split(/(?<=[.!?？。！])\s+|\n+/).filter((part) => part.trim() !== '');
  const asked = parts.filter((part) => mark.test(part)).at(-1) ?? parts[0] ?? question;
  return asked
    .trim()
    .slice(0, 2)
    .match(/^\p{Lu}|^[¿]/u)
    ? asked.trim()
    : question;
}
