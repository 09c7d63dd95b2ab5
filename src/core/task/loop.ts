import { markedLine, readMarkdownTask } from './markdown-task.ts';
import { numbersIn } from './numbers.ts';
import type { TaskDocument } from './task.ts';
import { textValue } from './values.ts';

/** A loop document: a procedure that is gone through again and again, with its `[CURRENT]` step. */
export function parseLoop(text: string, path: string): TaskDocument {
  const { document, data, front, lines, boxes } = readMarkdownTask(text, path, 'loop');
  const step =
    markedLine(lines) ??
    textValue(data, 'current_step', 'current_task') ??
    boxes.find((box) => box.state === 'open')?.text;
  const made = { ...document, step, phase: textValue(data, 'current_phase', 'phase') };
  return { ...made, ...numbersIn(front, made) };
}
