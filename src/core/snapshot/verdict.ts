import { isEither, isOpenEnded, listsOptions } from '../words/asked.ts';
import { read } from '../words/reading.ts';
import { approves, refuses } from '../words/reply.ts';
import type { AnswerKind } from './answer.ts';
import { askedSentence } from './question-text.ts';

/**
 * Whether an answer approves or refuses what a question asks; undefined when it does neither plainly. A yes with a
 * condition, for a part only, or taken back at once is none, nor is one to a question that it does not answer: nothing
 * may be taken for approved on a guess.
 */
export function verdictOf(question: string, answer: string): AnswerKind | undefined {
  const asked = read(askedSentence(question), 600);
  if (isOpenEnded(asked)) return undefined;
  if (refuses(question, answer)) return 'no';
  // A bare yes to `this or that?` approves neither.
  if (isEither(asked) || listsOptions(question)) return undefined;
  return approves(question, answer) ? 'yes' : undefined;
}
