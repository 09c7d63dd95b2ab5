import { checkboxes } from './checkboxes.ts';
import { markdownLines, toLines } from './lines.ts';
import { rulesOf } from './rules.ts';

/** What a document that is too long to show is reduced to: its rules, then its open steps, one line each. */
export function essence(text: string): string[] {
  const lines = markdownLines(toLines(text));
  const open = checkboxes(lines).filter((box) => box.state === 'open');
  return [...rulesOf(lines), ...open.slice(0, 100).map((box) => `- [ ] ${box.text}`)];
}
