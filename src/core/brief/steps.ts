import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';
import { leavesPlan, waitsForUser } from './next-line.ts';

/** For a resumed project: the order of its recovery as a checklist, with its questions. Empty for other tasks. */
export function stepsPart(input: BriefInput): string {
  const { task } = input;
  if (!task || task.document.validation.length === 0) return '';
  const others = task.required.filter((file) => file.path !== task.path);
  const lines = [`[ ] read ${untrustedPath(task.path)}`];
  others.forEach((file, index) => {
    lines.push(`[ ] ${index + 1}. read ${untrustedPath(file.path)}`);
  });
  const { validation, validationRequired } = task.document;
  for (const [index, question] of validation.entries()) {
    const text = untrusted(question, 160);
    lines.push(
      validationRequired === true
        ? `[ ] answer, before any change: \`holdfast answer ${index + 1} "…"\`: ${text}`
        : `[ ] answer for yourself: ${text} (if you cannot, read the files again)`,
    );
  }
  if (task.document.nextAction) {
    const action = untrusted(task.document.nextAction, 240);
    // Where a turn had ended, or the user stopped the work, nothing is done unasked.
    const rests = waitsForUser(input) || leavesPlan(input.snapshot);
    lines.push(
      input.number > 0 && rests && input.handoff === undefined
        ? `[ ] the next action, when the user says to go on: ${action}`
        : `[ ] then run the next action: ${action}`,
    );
  }
  return `\nTo resume, in this order:\n${lines.join('\n')}\n`;
}
