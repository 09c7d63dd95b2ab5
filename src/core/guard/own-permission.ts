import { sentencesOf } from '../snapshot/sentences.ts';
import { isLetter, othersMayHaveSaid } from './letter.ts';
import { asks, setsApart, takenBackAt } from './set-apart.ts';

/** A sentence by which a person may allow something. */
export interface OwnSentence {
  text: string;
  /** The sentence after it. */
  next: string;
  /** Where its line stands in the message: alone, before others, or behind one. A bare command there may be one of a pasted text. */
  line: 'only' | 'first' | 'later';
}

const longest = 8_000;
/** What stands behind a colon is a list, a mail, a text to work on: said, written or asked about. */
const colon = /:[*_]{0,3}(?=\s|$|["'\u201c\u201e\u00ab`])|\uff1a|\b(?:as follows|the following)\b/i;
/** "Bob wrote" at the end of a line: what he wrote follows. */
const tells =
  /\b(?:wrote|writes|says|said|sent|got|posted|shared)(?: (?:me|us|this|it|that|here|today)){0,3}[\s.,]{0,4}$/i;
/** Marks of a handoff's text, and quotation marks of Chinese and Japanese. */
const others = /Handoff \[Holdfast h|\[End of Holdfast h/;
const quotes = /[\u300c-\u300f]/;

/**
 * The sentences of a message that may allow something: those that are plainly the person's own to the agent. A message that
 * ends in a question has none, nor one of several lines that asks anything; nothing behind a colon is one, nor behind words for
 * translating, quoting or supposing, nor what later words take back. A text of several lines that may be a letter has none, and in
 * any other one only what is said at its beginning or behind a few words.
 */
export function ownSentences(message: string): OwnSentence[] {
  const text = message
    .slice(0, longest)
    .replace(/```[\s\S]*?(?:```|$)/g, (block) => block.replace(/[^\n]/g, ' '));
  const all = sentencesOf(text);
  const last = all.at(-1);
  if (last === undefined || others.test(text)) return [];
  const start = message.search(/\S/);
  const firstEnd = message.indexOf('\n', start);
  const isLong = firstEnd >= 0 && message.slice(firstEnd).trim() !== '';
  if (all.some((one) => (isLong || one === last) && asks(one.text))) return [];
  if (isLetter(text)) return [];
  let found: OwnSentence[] = [];
  for (const [at, { text: sentence, start: from }] of all.entries()) {
    const back = takenBackAt(sentence);
    if (back !== undefined) found = [];
    if (setsApart(sentence) || introduces(sentence)) break;
    const isTakenBack = back !== undefined && sentence.length - back < 12;
    if (isTakenBack || quotes.test(sentence) || asks(sentence)) continue;
    if (othersMayHaveSaid(text, from)) continue;
    const line = !isLong ? 'only' : from < firstEnd ? 'first' : 'later';
    found.push({ text: sentence, next: all[at + 1]?.text ?? '', line });
  }
  return found;
}

function introduces(sentence: string): boolean {
  return colon.test(sentence.replace(/`[^`\n]{1,200}`/g, ' ')) || tells.test(sentence.slice(-60));
}
