import type { RawSection } from './layout.ts';
import type { RawLine } from './raw-lines.ts';
import type { TicketAnswer } from './ticket.ts';

const question = /^\s*[-*+]\s+(?:\*\*)?Q(?:\*\*)?:(?:\*\*)?(.*)$/i;
const answer = /^\s*(?:[-*+]\s+)?(?:\*\*)?A(?:\*\*)?:(?:\*\*)?(.*)$/i;

/** The answers in a section Answers: `- Q: …` with `A: …` on the next line. A question without an answer is left out. */
export function answersIn(
  lines: readonly RawLine[],
  section: RawSection | undefined,
): TicketAnswer[] {
  return answerSpans(lines, section).map(({ question: asked, answer: given }) => ({
    question: asked,
    answer: given,
  }));
}

export interface AnswerSpan extends TicketAnswer {
  /** Index of the line with the answer. */
  at: number;
}

export function answerSpans(
  lines: readonly RawLine[],
  section: RawSection | undefined,
): AnswerSpan[] {
  const found: AnswerSpan[] = [];
  let asked: string | undefined;
  for (let at = (section?.at ?? 0) + 1; section && at < section.end; at += 1) {
    const text = lines[at]!.text;
    const next = question.exec(text)?.[1];
    if (next !== undefined) {
      asked = next.trim();
      continue;
    }
    const given = answer.exec(text)?.[1]?.trim();
    if (given !== undefined && given !== '' && asked !== undefined) {
      found.push({ question: asked, answer: given, at });
      asked = undefined;
    }
  }
  return found;
}

/** Questions of a ticket that nobody answered yet, in order. */
export function unanswered(ticket: {
  validation: readonly string[];
  answers: readonly TicketAnswer[];
}): string[] {
  const told = new Set(ticket.answers.map((each) => sameQuestion(each.question)));
  return ticket.validation.filter((each) => !told.has(sameQuestion(each)));
}

/** A question as it is compared: without case, blanks and closing signs. */
export function sameQuestion(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s?.!:]+/g, ' ')
    .trim();
}
