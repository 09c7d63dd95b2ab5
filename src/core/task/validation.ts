import { items, type Section } from './sections.ts';
import { listValue, textValue } from './values.ts';

const defaults = [
  'What problem does this work solve?',
  'Which task comes next?',
  'Which approach was chosen?',
];

/** Questions that a document asks of whoever resumes it: its `validation` key, else a section of that name. */
export function ownQuestions(
  data: Record<string, unknown>,
  sections: readonly Section[],
): string[] {
  const keyed = listValue(data, 'validation', 'validation_questions').filter(
    (each) => !isMode(each),
  );
  if (keyed.length > 0) return keyed;
  const section = sections.find((each) => /^validation(?: questions?)?\b/i.test(each.title));
  const own = section ? items(section.lines) : [];
  return own.length === 0 && isValidationRequired(data) ? defaults : own;
}

/** True where each question must be answered before work goes on: `validation: required`, or `validation_required: true`. */
export function isValidationRequired(data: Record<string, unknown>): boolean {
  const flag = textValue(data, 'validation_required')?.toLowerCase() ?? '';
  return (
    textValue(data, 'validation')?.toLowerCase() === 'required' || /^(?:true|yes|on)$/.test(flag)
  );
}

function isMode(text: string): boolean {
  return /^(?:required|optional)$/i.test(text);
}

/** The document's own questions, else what problem, which next task, which approach. */
export function resumeQuestions(
  data: Record<string, unknown>,
  sections: readonly Section[],
): string[] {
  const own = ownQuestions(data, sections);
  return own.length > 0 ? own : defaults;
}
