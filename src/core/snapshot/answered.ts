import { isEither, isOpenEnded, listsOptions } from '../words/asked.ts';
import { type KindName, kind } from '../words/kinds.ts';
import { readAs } from '../words/reading.ts';
import { longest, replyTables } from '../words/reply.ts';
import { namingParts, sharedParts } from './naming-parts.ts';
import { askedSentence } from './question-text.ts';
import { isAnswerable } from './verdict.ts';

const mark = /[?\uff1f\u061f]/;
/** Sentences that ask, in one message, that are looked at. */
const mostAsked = 4;

/** The sentences of a text that ask, the last ones, in their order. */
function askingSentences(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?\u061f\u0964])\s+|(?<=[\uff1f\u3002\uff01])\s*|\n+/)
    .map((part) => part.trim())
    .filter((part) => mark.test(part))
    .slice(-mostAsked);
}

const plainly: readonly KindName[] = ['yes', 'nod', 'go', 'no'];

/** True where words say yes or no besides: they may answer more than what they name. */
function saysYesOrNo(question: string, said: string): boolean {
  const kinds = new Set(plainly.map(kind));
  return replyTables(question, said).some((table) =>
    readAs(said, table, longest).signs.some((sign) => sign.kinds.some((one) => kinds.has(one))),
  );
}

/**
 * What a message of several questions asked and an answer left without a word: a short answer that takes up one of them, in its own
 * words, says nothing of the others.
 *
 * @param text the agent's whole text, or its end
 * @param said what the user said next
 * @returns the sentences that wait for a yes or a choice, as one line; undefined where nothing is surely left
 */
export function leftUnanswered(text: string, said: string): string | undefined {
  const answer = said.trim();
  const asked = askingSentences(text);
  if (asked.length < 2 || answer.length > 80 || /[?\uff1f\u061f\n]/.test(answer)) return undefined;
  if (saysYesOrNo(text, answer)) return undefined;
  const counts = asked.map((sentence) => sharedParts(sentence, answer));
  const most = Math.max(...counts);
  const parts = [...namingParts(answer)];
  // Words of its own may be about anything.
  if (most === 0 || most * 2 < parts.length) return undefined;
  const taken = namingParts(asked[counts.indexOf(most)]!);
  const rest = parts.filter((part) => !taken.has(part)).join(' ');
  const left = asked.filter(
    (sentence, at) =>
      at !== counts.indexOf(most) &&
      sharedParts(sentence, rest) === 0 &&
      (isAnswerable(sentence, answer) || choosesIn(sentence, answer)),
  );
  return left.length === 0 ? undefined : left.join(' ');
}

/** True for a question that offers one thing or another. */
function choosesIn(sentence: string, said: string): boolean {
  return replyTables(sentence, said).some((table) => isEither(readAs(sentence, table, 600)));
}

/**
 * True where words take up what a question offers or asks for: "after shipping" to "before or after shipping?". What is named so is
 * an answer, whatever the words mean elsewhere.
 *
 * @param question the agent's question
 * @param said what the user said next
 * @param beside the words that would mean something else, which do not count as taken up
 */
export function isTakenUp(question: string, said: string, beside: string): boolean {
  if (said.length > longest) return false;
  const rest = said.replace(beside, ' ');
  return askingSentences(question).some((sentence) => {
    if (sharedParts(sentence, rest) === 0) return false;
    if (listsOptions(question)) return true;
    return replyTables(sentence, said).some((table) => {
      const reading = readAs(sentence, table, 600);
      return isEither(reading) || isOpenEnded(reading);
    });
  });
}

/** Signs by which the same thing is asked again: when, politely, by whom. */
const aside: readonly KindName[] = [
  'now',
  'still',
  'shall',
  'whether',
  'please',
  'fill',
  'it',
  'i',
];
const longestKey = 200;

/**
 * What a question asks about, so that the same question asked again is known: "Shall I push?" and "Shall I push now?" are about
 * one thing, and a question that names more is about another.
 *
 * @param question the agent's question
 * @returns a key to compare; empty where nothing is left of the question
 */
export function aboutOf(question: string): string {
  const sentence = askedSentence(question);
  const table = replyTables(sentence, '')[0];
  const { words, plain, signs } = readAs(sentence, table, 600);
  const kinds = new Set(aside.map(kind));
  const act = kind('act');
  const dropped = new Set<number>();
  for (const sign of signs) {
    if (sign.kinds.includes(act) || !sign.kinds.some((one) => kinds.has(one))) continue;
    for (let at = sign.at; at < sign.at + sign.length; at += 1) dropped.add(at);
  }
  const kept =
    table?.spaced === false
      ? [...plain].filter((one, at) => !dropped.has(at) && /[\p{L}\p{N}]/u.test(one)).join('')
      : words
          .filter((_, at) => !dropped.has(at))
          .map(({ text }) => text)
          .join(' ');
  return kept.slice(0, longestKey);
}
