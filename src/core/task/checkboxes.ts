import { clip, type MarkdownLine } from './lines.ts';
import { headingOf } from './sections.ts';

export interface Checkbox {
  text: string;
  state: 'open' | 'done' | 'dropped';
  /** Marked by its author as the one being worked on. */
  current: boolean;
  /** Title of the nearest heading above. */
  heading?: string;
}

const box = /^(\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[)([ xX~/>-])\](?:\s(.*))?$/;
const currentMark =
  /\[(?:current|in progress|wip)\]|\((?:current|in progress)\)|(?:<-+|←)\s*(?:current|here)\b/i;

/** True when a line carries a mark that says: this one is being worked on. */
export function isMarkedCurrent(text: string): boolean {
  return currentMark.test(text);
}

/** A step's text without the mark of the current one. */
export function withoutMark(text: string): string {
  return clip(text.replace(currentMark, '').replace(/\s+/g, ' ').trim(), 400);
}

/** A checkbox item on its line: `at` is the index of the sign in its box. */
export function checkboxIn(
  line: string,
): (Omit<Checkbox, 'heading'> & { at: number; sign: string }) | undefined {
  const match = box.exec(line);
  const text = match?.[3]?.trim();
  if (!match || !text) return undefined;
  const sign = match[2]!;
  const mark = sign.toLowerCase();
  const state = mark === 'x' ? 'done' : mark === '-' ? 'dropped' : 'open';
  const current = state === 'open' && (mark !== ' ' || isMarkedCurrent(text));
  return { text: withoutMark(text), state, current, at: match[1]!.length, sign };
}

/** The mark of the current step in a line, as its author wrote it. */
export function currentMarkIn(line: string): string | undefined {
  return currentMark.exec(line)?.[0];
}

/** Real checkbox items: list items with a box, outside code fences and comments, in order. */
export function checkboxes(lines: readonly MarkdownLine[]): Checkbox[] {
  const found: Checkbox[] = [];
  let heading: string | undefined;
  for (const line of lines) {
    if (line.hidden) continue;
    heading = headingOf(line)?.title ?? heading;
    const item = checkboxIn(line.text);
    if (item) found.push({ text: item.text, state: item.state, current: item.current, heading });
  }
  return found;
}
