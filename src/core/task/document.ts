import { readMarkdownTask } from './markdown-task.ts';
import type { TaskDocument } from './task.ts';

/** Any other Markdown document that a person named as the task. */
export function parseDocument(text: string, path: string): TaskDocument {
  const { document, boxes } = readMarkdownTask(text, path, 'document');
  const open = boxes.filter((box) => box.state === 'open');
  return { ...document, step: (open.find((box) => box.current) ?? open[0])?.text };
}
