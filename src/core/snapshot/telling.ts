import { onShort } from '../bounded-match.ts';
import type { PromptLine } from './pasted.ts';
import { sentencesIn } from './sentences.ts';

/** Characters of a text that are looked at, and of one sentence. */
const looked = 6_000;
const longestSentence = 420;
const mostNames = 12;
/** What stands around a name. */
const around = onShort(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, 160);

/** Words by which a sentence gives a reason, in the languages that are written with blanks. */
const reasons = new Set(
  'because since so therefore thus hence due cause caused causes reason instead root means weil denn deshalb daher grund ursache statt stattdessen wegen porque pues debido causa raz\u00f3n entonces parce car donc raison cause puisque perch\u00e9 quindi dunque motivo causa portanto motivo omdat dus oorzaak \u043f\u043e\u0442\u043e\u043c\u0443 \u043f\u043e\u044d\u0442\u043e\u043c\u0443 \u043f\u0440\u0438\u0447\u0438\u043d\u0430 \u0442\u043e\u043c\u0443 bo poniewa\u017c dlatego \u00e7\u00fcnk\u00fc nedeni karena'.split(
    ' ',
  ),
);
/** The same where words are not parted by blanks. */
const joined =
  /\u56e0\u4e3a|\u56e0\u6b64|\u6240\u4ee5|\u539f\u56e0|\u306e\u3067|\u305f\u3081|\u539f\u56e0|\ub54c\ubb38/;
/** How a sentence begins that only says what is done next, or that it went well. */
const filler =
  /^(?:let me|let's|i'll|i will|now let|now i|great|perfect|excellent|sure|okay|ok[,.! ]|alright|first,? let|want me|would you|shall i|should i|do you want|lass mich|ich werde)/i;

/** How much a sentence carries: names, numbers, reasons. 0: nothing. */
export function carries(sentence: string): number {
  const words = sentence.split(/\s+/, 120);
  let names = 0;
  let why = joined.test(sentence) ? 1 : 0;
  for (const word of words) {
    if (isName(word)) names += 1;
    else if (reasons.has(word.toLowerCase().replace(/[^\p{L}]/gu, ''))) why = 1;
  }
  const score = Math.min(names, 6) * 2 + why * 3;
  return isFiller(sentence) ? score / 4 : score;
}

/** True for a sentence that only says what is done next, or that it went well. */
export function isFiller(sentence: string): boolean {
  return filler.test(sentence);
}

/** A word that names a thing: with a digit, marked as code, a path, or made of parts. */
function isName(word: string): boolean {
  if (word.length > 160) return false;
  return (
    /\d/.test(word) ||
    word.includes('`') ||
    /[a-z][A-Z]/.test(word) ||
    /[\p{L}\d][._/#@:][\p{L}\d]/u.test(word) ||
    /^[^\p{L}]{0,2}[A-Z]{2}/u.test(word)
  );
}

/** The names of a text in lower case without what stands around them, each once, the longest first. */
export function namesIn(text: string): string[] {
  const found = new Set<string>();
  for (const word of text.slice(0, looked).split(/\s+/)) {
    if (!isName(word)) continue;
    const name = around.replace(word, '').toLowerCase();
    if (name.length > 2 && name.length <= 80) found.add(name);
  }
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, mostNames);
}

export interface TellingWish {
  /** Characters at most. */
  limit: number;
  /** What a sentence must carry to be taken. */
  least: number;
  /** The first sentence is taken whatever it carries: where it answers, it says yes or no. */
  first?: boolean;
}

/**
 * The sentences of an agent's text that carry something, in their order, as one line. What is fenced is left out, a
 * sentence is taken whole or not at all, and those that carry most come first where there is no room for all.
 */
export function tellingSentences(text: string, { limit, least, first }: TellingWish): string {
  const sentences = sentencesIn(plainLines(text.slice(-looked)))
    .map((one) => one.text)
    .filter((one) => one.length <= longestSentence);
  const rated = sentences.map((one, at) => {
    const opening = first === true && at === 0 && !filler.test(one) ? 4 : 0;
    return { one, at, score: carries(one) + opening };
  });
  const taken = new Set<number>();
  let left = limit;
  const wanted = rated.filter(({ score }) => score >= least);
  wanted.sort((a, b) => densityOf(b) - densityOf(a) || a.at - b.at);
  for (const { one, at } of wanted) {
    if (one.length + 1 > left) continue;
    taken.add(at);
    left -= one.length + 1;
  }
  return sentences.filter((_, at) => taken.has(at)).join(' ');
}

function densityOf({ one, score }: { one: string; score: number }): number {
  return score / (one.length + 60);
}

/** Lines without what is fenced, and without the marks of lists, headings and emphasis. */
export function plainLines(text: string): PromptLine[] {
  const lines: PromptLine[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) {
      fenced = !fenced;
      continue;
    }
    if (fenced || /^[\s|:=-]*$/.test(line)) continue;
    const plain = line
      .replace(/^\s{0,20}(?:[-*+\u2022]|#{1,6}|\d{1,3}[.)]|>)\s{1,4}/, '')
      .replaceAll('**', '')
      // What is left out within code ends no sentence.
      .replace(/\.{3}(?=\s)/g, '\u22ef');
    lines.push({ text: plain, pasted: false });
  }
  return lines;
}
