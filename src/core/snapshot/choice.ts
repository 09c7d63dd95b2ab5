import { clipMarked } from '../trust/clip.ts';
import { ordinalsIn } from './ordinals.ts';

/** What the agent offered to choose from. */
export interface Offer {
  /** The words that ask. */
  question: string;
  options: { label: string; text: string }[];
}

/** What an answer took of an offer. */
export interface Choice {
  question: string;
  taken: string;
  notTaken: string[];
}

const mostOptions = 9;
const longestOption = 160;
/** An answer with more words says itself what it takes. */
const mostWords = 8;

const labelled =
  /^[ \t]{0,8}(?:[-*\u2022+] {1,3})?(?:#{1,4} )?(?:\*\*|__)?(?:(?:option|variant|choice) )?[([]?([a-i]|[1-9])(?:[)\].:\uff1a\u3001\uff0e]|\uff09| [-\u2013\u2014])(?:\*\*|__)?[ \t]{0,4}(\S.{0,600})$/i;

/**
 * The options that an agent's text lists, labelled `A`, `B`… or `1`, `2`… from the first on: at least two; undefined where
 * there are none. A list that a later one follows is not what is asked about.
 */
export function offerIn(text: string, asked: () => string): Offer | undefined {
  let options: Offer['options'] = [];
  for (const line of text.slice(-6000).split('\n')) {
    const found = labelled.exec(line.slice(0, 700));
    if (found === null) continue;
    const label = found[1]!.toLowerCase();
    if (label === 'a' || label === '1') options = [];
    else if (options.length === 0 || !follows(options.at(-1)!.label, label)) continue;
    if (options.length < mostOptions) options.push({ label, text: optionText(found[2]!) });
  }
  return options.length < 2 ? undefined : { question: asked(), options };
}

function follows(before: string, label: string): boolean {
  return label.charCodeAt(0) === before.charCodeAt(0) + 1;
}

function optionText(text: string): string {
  return clipMarked(text.replace(/[*_`]{1,3}/g, '').trim(), longestOption);
}

/** The option that a short answer names, by its label or its place; undefined where it names none, or more than one. */
export function choiceOf({ question, options }: Offer, answer: string): Choice | undefined {
  const text = answer.trim();
  if (text.length > 80 || text.split(/\s+/).length > mostWords) return undefined;
  const named = new Set([...labelsIn(text, options), ...ordinalsIn(text)]);
  if (named.size !== 1) return undefined;
  const [place] = [...named] as [number];
  const taken = options[place];
  if (taken === undefined) return undefined;
  const notTaken = options.filter((one) => one !== taken).map((one) => one.text);
  return { question, taken: `${taken.label.toUpperCase()}: ${taken.text}`, notTaken };
}

/** Places of the labels in an answer. A small `a` counts only where it can be no word. */
function labelsIn(answer: string, options: Offer['options']): number[] {
  const found = answer.matchAll(/(?<![\p{L}\p{N}])([A-Ia-i]|[1-9])(?![\p{L}\p{N}%])/gu);
  return [...found].flatMap(([, label = '']) => {
    const place = options.findIndex((one) => one.label === label.toLowerCase());
    const alone = answer.replace(/[^\p{L}\p{N}]/gu, '').length === 1;
    const isWord =
      /[a-z]/.test(label) &&
      !alone &&
      !/\b(?:option|with|choose|take|pick)\s+[a-i]\b/i.test(answer);
    return place < 0 || isWord || (label === 'I' && !alone) ? [] : [place];
  });
}
