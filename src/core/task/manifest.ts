import { checkboxes } from './checkboxes.ts';
import { frontMatter } from './front-matter.ts';
import { markdownLines } from './lines.ts';
import { isTooLarge } from './markdown-task.ts';
import { numbersIn } from './numbers.ts';
import { rulesOf } from './rules.ts';
import { firstParagraph, headingOf, sectionsOf } from './sections.ts';
import type { TaskDocument } from './task.ts';
import { emptyDocument } from './task-document.ts';
import { isValidationRequired, resumeQuestions } from './validation.ts';
import { listValue, textValue } from './values.ts';

/** A resume manifest: what to load and what to do next, in YAML front matter. Faults go to `problem`. */
export function parseManifest(text: string, path: string): TaskDocument {
  const front = frontMatter(text);
  if (!front) {
    return emptyDocument('manifest', {
      problem: `${path}:1 has no front matter between --- lines.`,
    });
  }
  if (front.fault) {
    const problem = `${path}:${front.fault.line} cannot be read as front matter: ${front.fault.what}.`;
    return emptyDocument('manifest', { problem });
  }
  const { data } = front;
  const lines = markdownLines(isTooLarge(text) ? [] : front.body, front.bodyStart);
  const sections = sectionsOf(lines);
  const boxes = checkboxes(lines);
  const goal = sections.find((each) => /^(?:objective|goal|purpose)\b/i.test(each.title));
  const document = emptyDocument('manifest', {
    title: textValue(data, 'title', 'name') ?? headingIn(lines),
    status: textValue(data, 'status'),
    objective: textValue(data, 'objective', 'goal') ?? (goal && firstParagraph(goal.lines)),
    phase: textValue(data, 'current_phase', 'phase'),
    section: textValue(data, 'current_section', 'section'),
    step: textValue(data, 'current_task', 'task'),
    nextAction: textValue(data, 'next_action'),
    progress: textValue(data, 'progress') ?? progressMap(data.progress),
    projectId: textValue(data, 'project_id'),
    scope: listValue(data, 'scope'),
    success: listValue(data, 'success', 'success_criteria'),
    openSteps: boxes.filter((box) => box.state === 'open').map((box) => box.text),
    doneSteps: boxes.filter((box) => box.state === 'done').length,
    rules: [...new Set([...listValue(data, 'rules', 'constraints'), ...rulesOf(lines)])].slice(
      0,
      30,
    ),
    validation: resumeQuestions(data, sections),
    ...(isValidationRequired(data) ? { validationRequired: true } : {}),
    filesToLoad: listValue(data, 'files_to_load'),
  });
  return { ...document, ...numbersIn(front.head, document) };
}

/** A progress written as keys (`done: 3`, `total: 7`) or as a list, on one line. */
function progressMap(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Object.entries(value)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([key, text]) => (Array.isArray(value) ? text : `${key}: ${text}`));
  return parts.length > 0 ? parts.slice(0, 10).join(', ') : undefined;
}

function headingIn(lines: Parameters<typeof sectionsOf>[0]): string | undefined {
  for (const line of lines) {
    const head = headingOf(line);
    if (head) return head.title;
  }
  return undefined;
}
