import { markedLine, readMarkdownTask, sectionText } from './markdown-task.ts';
import { numbersIn } from './numbers.ts';
import { items } from './sections.ts';
import type { TaskDocument } from './task.ts';
import { listValue, textValue } from './values.ts';

/**
 * A ticket: one piece of work with its contract, `## Progress` and `## Result` in one file, with front
 * matter or (the older form) a `Status:` line.
 */
export function parseTicket(text: string, path: string): TaskDocument {
  const { document, data, front, lines, sections, boxes } = readMarkdownTask(text, path, 'ticket');
  const isProgress = ({ title }: { title: string }) => /^progress\b/i.test(title);
  // The document's own title may begin with the word.
  const progress =
    sections.find((each) => each.level > 1 && isProgress(each)) ?? sections.find(isProgress);
  const contract = /^(?:contract|task|description|request)\b/i;
  const made = {
    ...document,
    projectId: textValue(data, 'project_id', 'project'),
    objective: document.objective ?? sectionText(sections, contract),
    tracker: textValue(data, 'tracker', 'task'),
    phase: textValue(data, 'phase', 'current_phase'),
    step:
      textValue(data, 'current_task', 'step') ??
      boxes.find((box) => box.current)?.text ??
      boxes.find((box) => box.state === 'open')?.text ??
      markedLine(lines),
    progress: textValue(data, 'progress') ?? (progress && items(progress.lines).at(-1)),
    filesToLoad: listValue(data, 'files_to_load', 'files'),
  };
  return { ...made, ...numbersIn(front, made) };
}
