import { isEither, isOpenEnded, listsOptions } from '../words/asked.ts';
import { type Reading, readAs } from '../words/reading.ts';
import { approves, refuses, replyTables } from '../words/reply.ts';
import { asksBesides } from '../words/several.ts';
import type { Table } from '../words/tables.ts';
import type { AnswerKind } from './answer.ts';
import { askedSentence } from './question-text.ts';

/** The tables of the languages that a question may be in. */
function ownTables(question: string, answer: string): Table[] {
  const tables = replyTables(question, answer);
  return tables.length > 1 ? tables.slice(0, -1) : tables;
}

/** The question read in each language that it may be in. */
function readingsOf(question: string, answer: string): Reading[] {
  return ownTables(question, answer).map((table) => readAs(askedSentence(question), table, 600));
}

/** True for a question that a bare yes answers: `this or that?` is none, nor is one that asks for something. */
export function isAnswerable(question: string, answer: string): boolean {
  if (listsOptions(question)) return false;
  return readingsOf(question, answer).every((asked) => !isOpenEnded(asked) && !isEither(asked));
}

/**
 * Whether an answer approves or refuses what a question asks; undefined when it does neither plainly. A yes with a
 * condition, for a part only, or taken back at once is none, nor is one to a question that it does not answer: nothing
 * may be taken for approved on a guess.
 */
export function verdictOf(question: string, answer: string): AnswerKind | undefined {
  if (readingsOf(question, answer).some(isOpenEnded)) return undefined;
  if (refuses(question, answer)) return 'no';
  if (!isAnswerable(question, answer) || !approves(question, answer)) return undefined;
  return asksBesides(question, answer, ownTables(question, answer)) ? undefined : 'yes';
}
