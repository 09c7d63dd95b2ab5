import type { ActiveTask } from '../task/task.ts';
import { clipMarked } from '../trust/clip.ts';
import { redact } from '../trust/redact.ts';
import { neutralise, untrustedPath } from '../trust/untrusted.ts';
import type { BriefFile } from './input.ts';

/** Characters of one file, and of all files together, that a brief carries itself. */
const fileLimit = 3_000;
const allLimit = 4_500;

/** Files that fit whole, in order; a file that does not fit ends the part, so that the order of reading holds. */
export function inlinePart(
  files: readonly BriefFile[],
  budget: number,
): { text: string; paths: string[] } {
  const limit = Math.min(allLimit, Math.floor(budget / 2));
  let text = '';
  const paths: string[] = [];
  for (const file of files) {
    if (file.text === undefined || file.text.length > fileLimit || !isPlain(file.text)) continue;
    const part = inlineFile(file);
    if (text.length + part.length > limit) continue;
    text += part;
    paths.push(file.path);
  }
  return { text, paths };
}

/**
 * True for a text that may stand in the brief as it is: no secret, nothing that opens like a tag, and no line that
 * looks like one of ours. Any other file is for the agent to read, as what it is: the content of a file.
 */
function isPlain(text: string): boolean {
  return (
    neutralise(text) === text.replace(/\r\n?/g, '\n') &&
    redact(text) === text &&
    !/^[ \t]*(?:--- |\[Holdfast )/m.test(text)
  );
}

/** One file, whole, between marks that its own text cannot close. */
export function inlineFile(file: BriefFile): string {
  const content = file.text ?? '';
  const end = content.endsWith('\n') ? '' : '\n';
  return `\n--- ${untrustedPath(file.path)} (${file.role}; its whole present content: the file itself need not be opened) ---\n${content}${end}--- end of ${untrustedPath(file.path)} ---\n`;
}

/** An accepted plan that has no file stands in the brief itself, in up to half of it: it is nowhere else. */
export function planTextPart(task: ActiveTask | undefined, budget: number): string {
  if (task?.text === undefined || task.path !== '') return '';
  const limit = Math.max(fileLimit, Math.floor(budget / 2));
  const text = clipMarked(neutralise(redact(task.text)), limit);
  return `\n--- the plan as the user accepted it (it has no file) ---\n${text.trimEnd()}\n--- end of the plan ---\n`;
}
