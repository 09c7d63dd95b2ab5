import { onShort } from '../bounded-match.ts';
import { withoutEnds } from '../text/ends.ts';
import { clip, type MarkdownLine } from './lines.ts';

export interface Section {
  level: number;
  title: string;
  /** Lines up to the next heading of the same or a higher level; deeper headings are inside. */
  lines: MarkdownLine[];
}

const heading = /^ {0,3}(#{1,6})[ \t](.*)$/;
const listMark = /^\s*(?:[-*+]|\d+[.)])\s+/;

export function headingOf(line: MarkdownLine): { level: number; title: string } | undefined {
  if (line.hidden) return undefined;
  const match = heading.exec(line.text);
  return match?.[1]
    ? { level: match[1].length, title: plain(withoutClosing(match[2] ?? '')) }
    : undefined;
}

/** A heading's text without the hashes that may close it. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  return end === 0 || trimmed[end - 1] === ' ' ? trimmed.slice(0, end) : trimmed;
}

export function sectionsOf(lines: readonly MarkdownLine[]): Section[] {
  const found: Section[] = [];
  const open: Section[] = [];
  for (const line of lines) {
    const head = headingOf(line);
    if (head) {
      while ((open.at(-1)?.level ?? 0) >= head.level) open.pop();
    }
    for (const section of open) section.lines.push(line);
    if (head) {
      const section = { ...head, lines: [] };
      found.push(section);
      open.push(section);
    }
  }
  return found;
}

/** Emphasis and code marks taken off the ends of a text. */
export function plain(text: string): string {
  return withoutEnds(text.trim(), /[*_`]/).trim();
}

/** The first paragraph that is prose, on one line, at most 400 characters; undefined when there is none. */
export function firstParagraph(lines: readonly MarkdownLine[]): string | undefined {
  const taken: string[] = [];
  for (const line of lines) {
    const text = line.text.trim();
    if (line.hidden || text === '' || headingOf(line)) {
      if (taken.length > 0) break;
      continue;
    }
    taken.push(text);
  }
  const joined = taken.join(' ').replace(listMark, '');
  return joined === '' ? undefined : clip(joined, 400);
}

/** List items of the lines, without marks and boxes; where there is no list, the lines of prose. At most 30. */
export function items(lines: readonly MarkdownLine[]): string[] {
  const visible = lines.filter(
    (line) => !line.hidden && line.text.trim() !== '' && !headingOf(line),
  );
  const listed = visible.filter((line) => listMark.test(line.text));
  const source = listed.length > 0 ? listed : visible;
  return source.slice(0, 30).map((line) =>
    clip(
      line.text
        .replace(listMark, '')
        .replace(/^\[.\]\s+/, '')
        .trim(),
      300,
    ),
  );
}

/** The value of a `Name: value` line (bold or listed as well) among the lines. */
export function field(lines: readonly MarkdownLine[], names: RegExp): string | undefined {
  for (const line of lines) {
    if (line.hidden) continue;
    const colon = line.text.indexOf(':');
    if (colon < 0) continue;
    const head = onShort(/^\s*(?:[-*+]\s+)?\**([A-Za-z][A-Za-z ]{1,30}?)\**\s*$/, 120);
    const name = head.exec(line.text.slice(0, colon))?.[1];
    if (name === undefined || !names.test(name.trim())) continue;
    const value = plain(line.text.slice(colon + 1).replace(/^\*+/, ''));
    if (value !== '') return clip(value, 400);
  }
  return undefined;
}
