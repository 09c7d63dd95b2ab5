import type { Layout, RawSection } from './layout.ts';
import type { RawLine } from './raw-lines.ts';

const mark = /^\s{0,3}(?:[-*+]|\d+[.)])\s+/;

/** The entries of a section Progress without their list marks, in order; lines that follow an entry belong to it. */
export function progressIn(
  lines: readonly RawLine[],
  layout: Layout,
  section: RawSection,
): string[] {
  const entries: string[] = [];
  for (let at = section.at + 1; at < section.end; at += 1) {
    const text = lines[at]!.text;
    if (text.trim() === '' || isComment(text, layout.lines[at - layout.bodyStart]?.hidden))
      continue;
    const continues = !mark.test(text) && /^\s{2,}/.test(text) && entries.length > 0;
    if (continues) entries[entries.length - 1] += ` ${text.trim()}`;
    else entries.push(text.replace(mark, '').trim());
  }
  return entries;
}

function isComment(text: string, hidden: boolean | undefined): boolean {
  return (hidden === true && /<!--|-->/.test(text)) || /^\s*<!--.*-->\s*$/.test(text);
}

/** A progress entry as it is told: its time, where it begins with one, and its text. */
export interface ProgressEntry {
  time?: string;
  text: string;
}

export function progressEntry(line: string): ProgressEntry {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)\s+([\s\S]*)$/.exec(line);
  return found ? { time: found[1]!, text: found[2]! } : { text: line };
}
