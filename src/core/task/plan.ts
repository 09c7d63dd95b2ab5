import { isMarkedCurrent, withoutMark } from './checkboxes.ts';
import { type MarkdownTask, readMarkdownTask, sectionText } from './markdown-task.ts';
import { field, type Section } from './sections.ts';
import type { TaskDocument } from './task.ts';
import { textValue } from './values.ts';

/**
 * A plan: any Markdown with a title and, where it has them, phases and steps with boxes. Prose without
 * boxes counts nothing; it is a file to re-read.
 */
export function parsePlan(text: string, path: string): TaskDocument {
  const task = readMarkdownTask(text, path, 'plan');
  const phase = currentPhase(task);
  return { ...task.document, phase, step: currentStep(task, phase) };
}

const phaseTitle = /^(?:phase|stage|milestone|step|part)\s*\d*/i;

/** The phase that the document names, else the one marked or under way, else the first with an open box. */
function currentPhase({ data, sections, lines, boxes }: MarkdownTask): string | undefined {
  const said =
    textValue(data, 'current_phase', 'phase') ??
    field(lines, /^current phase$/i) ??
    sectionText(sections, /^current phase\b/i);
  const phases = sections.filter((each) => phaseTitle.test(each.title) && each.level > 1);
  if (said) return phases.find((each) => startsWithWords(each.title, said))?.title ?? said;
  const marked = phases.find((each) => isMarkedCurrent(each.title) || isUnderWay(each));
  if (marked) return withoutMark(marked.title);
  const open = boxes.find((box) => box.current) ?? boxes.find((box) => box.state === 'open');
  return phases.find((each) => each.title === open?.heading)?.title;
}

function isUnderWay(section: Section): boolean {
  return /^in[ _-]progress\b/i.test(field(section.lines, /^status$/i) ?? '');
}

/** True when a title begins with the words and they end there: `Phase 1` begins `Phase 1: x` but not `Phase 12`. */
function startsWithWords(title: string, words: string): boolean {
  const lower = title.toLowerCase();
  return lower.startsWith(words.toLowerCase()) && !/^\w/.test(lower.slice(words.length));
}

/** The box marked current, else the first open one of the current phase, else the first open one. */
function currentStep(
  { boxes, document }: MarkdownTask,
  phase: string | undefined,
): string | undefined {
  const open = boxes.filter((box) => box.state === 'open');
  const inPhase = open.find((box) => phase !== undefined && box.heading?.startsWith(phase));
  const step = open.find((box) => box.current) ?? inPhase ?? open[0];
  return step?.text ?? document.step;
}
