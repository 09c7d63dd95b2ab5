import { Fault } from '../../core/errors.ts';
import type { AgentState } from '../../core/recovery/session-state.ts';
import { addAnswer } from '../../core/ticket/edit.ts';
import type { SessionStore } from '../ports.ts';
import { type ChangeDeps, changeTicket } from '../ticket/change.ts';

const longest = 1_200;

/** A question of a task with its answer, where there is one. */
export interface AskedQuestion {
  /** From 1. */
  number: number;
  question: string;
  answer?: string;
  /** True while the gate waits for the answer. */
  open: boolean;
}

/** The questions of a session's task with the answers that were given in it. */
export function askedQuestions(state: AgentState, questions: readonly string[]): AskedQuestion[] {
  const recovery = state.recoveries.at(-1);
  const gates = recovery !== undefined && recovery.met === undefined && !recovery.released;
  return questions.map((question, index) => {
    const given = state.answers?.find((one) => one.question === question);
    const waits = gates && (recovery.questions ?? []).includes(question);
    return {
      number: index + 1,
      question,
      ...(given ? { answer: given.answer } : {}),
      open: waits && !(recovery.answered ?? []).includes(question),
    };
  });
}

/** The question that a person or an agent names: by its number, or by its words. Throws a Fault when it is none. */
export function questionNamed(questions: readonly string[], named: string): string {
  const number = /^\d{1,3}$/.test(named) ? Number(named) : undefined;
  const same = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const found =
    number === undefined
      ? questions.find((one) => same(one) === same(named))
      : questions[number - 1];
  if (found !== undefined) return found;
  const hint =
    questions.length === 0
      ? 'The task of this session asks nothing.'
      : `There are ${questions.length}: "holdfast answer" lists them.`;
  throw new Fault('not-found', `There is no question ${named}.`, { hint });
}

/** Keeps an answer in the session's journal, and in the ticket where the task is one. */
export function giveAnswer(
  store: SessionStore,
  answer: { question: string; text: string },
  ticket: { deps: ChangeDeps; path: string } | undefined,
): void {
  const text = answer.text.replace(/\s+/g, ' ').trim();
  if (text === '') {
    throw new Fault('usage', 'The answer is empty.', { hint: 'holdfast answer 1 "what you know"' });
  }
  if (text.length > longest) {
    throw new Fault(
      'usage',
      `The answer has ${text.length} characters; the maximum is ${longest}.`,
      {
        hint: 'Shorten it.',
      },
    );
  }
  const { question } = answer;
  if (ticket) changeTicket(ticket.deps, ticket.path, (now) => addAnswer(now, question, text));
  if (!store.append([{ body: { kind: 'answer', question, answer: text } }])) {
    throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
      hint: 'Make the folder writable, or free space on its disk.',
    });
  }
}
