import { isEither, isOpenEnded, listsOptions } from '../words/asked.ts';
import { read } from '../words/reading.ts';
import { approves, refuses } from '../words/reply.ts';
import type { AnswerKind } from './answer.ts';
import { askedSentence } from './question-text.ts';

/** True for a question that a bare yes answers. */
export function isAnswerable(question: string): boolean {
  const asked = read(askedSentence(question), 600);
  // A bare yes to `this or that?` approves neither.
  return !isOpenEnded(asked) && !isEither(asked) && !listsOptions(question);
}

/**
 * Whether an answer approves or refuses what a question asks; undefined when it does neither plainly. A yes with a
 * condition, for a part only, or taken back at once is none, nor is one to a question that it does not answer: nothing
 * may be taken for approved on a guess.
 */
export function verdictOf(question: string, answer: string): AnswerKind | undefined {
  if (isOpenEnded(read(askedSentence(question), 600))) return undefined;
  if (refuses(question, answer)) return 'no';
  return isAnswerable(question) && approves(question, answer) ? 'yes' : undefined;
}
