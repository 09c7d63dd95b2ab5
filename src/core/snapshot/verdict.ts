import { type AnswerKind, answerKind, isBareAnswer } from './answer.ts';
import { isChoice, isYesNo } from './question-text.ts';

/** Whether an answer approves or refuses what a question asks; undefined when it does neither plainly. */
export function verdictOf(question: string, answer: string): AnswerKind | undefined {
  const kind = answerKind(answer);
  if (kind === undefined || !isYesNo(question)) return undefined;
  // A bare yes to `this or that?` approves neither.
  return kind === 'yes' && isChoice(question) && isBareAnswer(answer) ? undefined : kind;
}
