import { items, type Section } from './sections.ts';
import { listValue } from './values.ts';

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
  const keyed = listValue(data, 'validation', 'validation_questions');
  if (keyed.length > 0) return keyed;
  const section = sections.find((each) => /^validation(?: questions?)?\b/i.test(each.title));
  return section ? items(section.lines) : [];
}

/** The document's own questions, else what problem, which next task, which approach. */
export function resumeQuestions(
  data: Record<string, unknown>,
  sections: readonly Section[],
): string[] {
  const own = ownQuestions(data, sections);
  return own.length > 0 ? own : defaults;
}
