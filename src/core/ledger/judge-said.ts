import { askedSentence } from '../snapshot/question-text.ts';
import { withoutTail } from '../text/ends.ts';
import { isNegated } from '../words/asked.ts';
import { read } from '../words/reading.ts';
import type { AnswerEntry } from './entry.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, type Verdict, when } from './verdict.ts';

/** Whether the person answered, or approved, a question that holds the words. The last answer counts. */
export function judgeSaid(
  predicate: PredicateOf<'answered'> | PredicateOf<'approved'>,
  { answers }: Grounds,
): Verdict {
  const isApproval = 'approved' in predicate;
  const wanted = isApproval ? predicate.approved : predicate.answered;
  const next = `Ask the user about "${wanted}", in the last sentence of a turn or in the host's dialog, and wait for the answer.`;
  const last = answers.findLast((one) => isAbout(one, wanted));
  if (last === undefined) return fails(`The user answered no question about "${wanted}".`, next);
  const told = `to "${askedSentence(last.question)}" the user said "${last.answer}"${when(last)}`;
  if (!isApproval) return holds(`Answered: ${told}.`, [last]);
  if (last.verdict === 'yes' && isNegated(read(askedSentence(last.question)))) {
    const plainly = `Ask about "${wanted}" without a "not": a yes to that says neither.`;
    return fails(`No plain yes: ${told}.`, plainly, [last]);
  }
  if (last.verdict === 'yes') return holds(`Approved: ${told}.`, [last]);
  const what = last.verdict === 'no' ? 'Refused' : 'No plain yes';
  return fails(`${what}: ${told}.`, next, [last]);
}

/** True when every word stands in the sentence that asks: what is said around it was not asked. */
export function isAbout({ question }: AnswerEntry, wanted: string): boolean {
  const sentence = askedSentence(question).toLowerCase();
  const asked = wordsOf(sentence);
  return wordsOf(wanted).every(
    (word) => asked.includes(word) || (unspaced.test(word) && sentence.includes(word)),
  );
}

/** Thai, Japanese and Chinese letters: nothing divides their words. */
const unspaced = /[\u0e01-\u0e5b\u3041-\u30ff\u3400-\u9fff]/;

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? [])
    .map((word) => withoutTail(word, /[./-]/))
    .filter((word) => word !== '');
}
