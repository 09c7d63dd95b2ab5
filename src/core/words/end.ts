import { type Features, letterFeatures, read, signFeatures } from './features.ts';
import type { Evidence } from './statement.ts';

export const endSizes = { signs: 4096, letters: 8192 };

const mark = /[?\uff1f\u061f]/;

/** The last words of a text, without code, quotes and addresses: what stands in those is asked of nobody. */
export function tailOf(text: string): string {
  return text
    .slice(-2500)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n\n')
    .replace(/`[^`\n]{1,200}`/g, ' xcode ')
    .replace(/\bhttps?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]{1,300}/g, ' xurl ')
    .replace(/["\u201c\u201e\u00ab\u300c\u300e][^"\u201d\u201c\u00bb\u300d\u300f\n]{1,160}["\u201d\u201c\u00bb\u300d\u300f]/g, ' xquoted ')
    .trimEnd();
}

/** The sentences of a tail, with their marks. */
export function tailSentences(tail: string): string[] {
  return (tail.match(/[^.!?\u3002\uff01\uff1f\u061f\u0964\n]+(?:[.!?\u061f\u0964]+(?=\S)[^\s.!?\u3002\uff01\uff1f\u061f\u0964]*|[.!?\u3002\uff01\uff1f\u061f\u0964]+)*/g) ?? [])
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one));
}

/** What speaks for a text that ends with an open question. */
export function endEvidence(text: string): Evidence {
  const signs: Features = new Map();
  const letters: Features = new Map();
  const sentences = tailSentences(tailOf(text).slice(-1000)).slice(-8);
  const last = sentences.at(-1) ?? '';
  const marked = sentences.findLastIndex((one) => mark.test(one));
  const add = (name: string): void => {
    letterless(signs, name);
  };
  const after = marked < 0 ? -1 : sentences.length - 1 - marked;
  add(`mark ${after < 0 ? 'none' : after > 2 ? 'far' : after}`);
  const whole = read(text.slice(-1000));
  const table = whole.table;
  const lastReading = { ...read(last), ...(table && {}) };
  signFeatures(lastReading, endSizes.signs, signs, 'l ');
  if (marked >= 0) {
    signFeatures(read(sentences[marked]!), endSizes.signs, signs, after === 0 ? 'm ' : 'p ');
    if (after > 0) signFeatures(read(sentences[marked + 1]!), endSizes.signs, signs, 'a ');
  }
  letterFeatures(lastReading, endSizes.letters, letters);
  return { signs, letters };
}

import { hash } from './features.ts';
function letterless(into: Features, name: string): void {
  into.set(hash(name) % endSizes.signs, 1);
}
