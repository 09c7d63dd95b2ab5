import { onShort } from '../bounded-match.ts';
import { type MarkdownLine, markdownLines } from '../task/lines.ts';
import { headingOf } from '../task/sections.ts';
import type { RawLine } from './raw-lines.ts';

/** A part of a text, by index of its lines: `at` is the first, `end` the one behind the last. */
export interface Span {
  at: number;
  end: number;
}

/** A heading with what belongs to it. `at` is the heading's own line. */
export interface RawSection extends Span {
  title: string;
  level: number;
}

/** A key at the top level of the front matter with the lines of its value. */
export interface KeySpan extends Span {
  /** In lower case, with underscores. */
  key: string;
}

/** Where things stand in a ticket, for changing one of them and nothing else. */
export interface Layout {
  /** Index of the lines with `---`; absent: no front matter. `close` is absent where it is never closed. */
  front?: { open: number; close?: number };
  keys: KeySpan[];
  sections: RawSection[];
  /** The line `Status: …` of the older form. */
  statusLine?: number;
  /** Marks of lines outside the front matter that are code or comment. */
  lines: MarkdownLine[];
  /** Index of the first line behind the front matter. */
  bodyStart: number;
}

/** Characters in which a key stands with its colon. */
const longestKey = 300;
const topKey = onShort(/^["']?([A-Za-z_][\w -]*?)["']?[ \t]*:(?:[ \t]|$)/, 300);
const statusStart = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?Status(?:\*\*|__)?\s*:(?:\*\*|__)?\s*/i;

/** The parts of a line that tells the status: what stands before it, the status, blanks after it. */
export function statusParts(
  text: string,
): { before: string; status: string; after: string } | undefined {
  const before = statusStart.exec(text)?.[0];
  if (before === undefined) return undefined;
  const rest = text.slice(before.length);
  const status = rest.trimEnd();
  return { before, status, after: rest.slice(status.length) };
}

export function layoutOf(lines: readonly RawLine[]): Layout {
  const front = frontOf(lines);
  const bodyStart = front === undefined ? 0 : (front.close ?? front.open) + 1;
  const body = markdownLines(
    lines.slice(bodyStart).map(({ text }) => text),
    bodyStart + 1,
  );
  return {
    ...(front && { front }),
    keys: front?.close === undefined ? [] : keysOf(lines, front.open + 1, front.close),
    sections: sectionSpans(body, bodyStart, lines.length),
    ...statusLineOf(body, bodyStart),
    lines: body,
    bodyStart,
  };
}

/** Parts that a ticket has; a heading inside of one belongs to its text. */
const partNames = ['contract', 'answers', 'progress', 'result', 'validation'];

/**
 * The part of a ticket for a word: of those whose title begins with it the one that is named just so, else the highest.
 * The document's own title (`# Progress bar`) is none, nor is what stands inside another part.
 */
export function sectionNamed(layout: Layout, word: string): RawSection | undefined {
  const found = outermost(partsOf(layout)).filter((each) => isNamed(each, word));
  const exact = found.filter((each) => each.title.toLowerCase() === word);
  const [first, ...others] = exact.length > 0 ? exact : found;
  return others.reduce((best, each) => (best && best.level <= each.level ? best : each), first);
}

/** Of sections in the order of the file those that stand in no other one of them. */
function outermost(sections: readonly RawSection[]): RawSection[] {
  let end = 0;
  return sections.filter((section) => {
    if (section.at < end) return false;
    end = section.end;
    return true;
  });
}

/** Headings that begin with the name of a part, but for the document's title. */
export function partsOf({ sections }: Layout): RawSection[] {
  const title = titleOf(sections);
  return sections.filter((each) => each !== title && partNames.some((name) => isNamed(each, name)));
}

/** The heading that names the whole document: the only one of the first level, which stands before all others. */
function titleOf([first, ...others]: readonly RawSection[]): RawSection | undefined {
  const isPart = (section: RawSection): boolean => partNames.includes(section.title.toLowerCase());
  if (first?.level !== 1 || others.some(({ level }) => level === 1)) return undefined;
  return !isPart(first) || others.some(isPart) ? first : undefined;
}

export function isNamed(section: RawSection, word: string): boolean {
  const title = section.title.toLowerCase();
  return title.startsWith(word) && !/^[\w-]/.test(title.slice(word.length));
}

function frontOf(lines: readonly RawLine[]): Layout['front'] {
  const open = lines.findIndex(({ text }) => text.trim() !== '');
  if (open < 0 || lines[open]!.text.trimEnd() !== '---') return undefined;
  for (let at = open + 1; at < lines.length; at += 1) {
    if (/^(?:---|\.\.\.)\s*$/.test(lines[at]!.text)) return { open, close: at };
  }
  return { open };
}

function keysOf(lines: readonly RawLine[], from: number, to: number): KeySpan[] {
  const keys: KeySpan[] = [];
  for (let at = from; at < to; at += 1) {
    const name = topKey.exec(lines[at]!.text.slice(0, longestKey))?.[1];
    if (name === undefined) continue;
    keys.push({ key: keyName(name), at, end: to });
    const before = keys.at(-2);
    if (before) before.end = at;
  }
  // Comments and blank lines behind a value belong to what follows.
  for (const span of keys) {
    while (span.end > span.at + 1 && /^\s*(?:#.*)?$/.test(lines[span.end - 1]!.text)) span.end -= 1;
  }
  return keys;
}

/** A key as it is compared: trimmed, in lower case, with underscores. */
export function keyName(name: string): string {
  return name.trim().toLowerCase().replace(/[ -]/g, '_');
}

function sectionSpans(body: readonly MarkdownLine[], start: number, end: number): RawSection[] {
  const found: RawSection[] = [];
  const open: RawSection[] = [];
  body.forEach((line, index) => {
    const head = headingOf(line);
    if (!head) return;
    while ((open.at(-1)?.level ?? 0) >= head.level) open.pop()!.end = start + index;
    const section = { ...head, at: start + index, end };
    found.push(section);
    open.push(section);
  });
  return found;
}

/** Only above the first heading of the second level: further down the word may be a part of anything. */
function statusLineOf(body: readonly MarkdownLine[], start: number): { statusLine?: number } {
  for (const [index, line] of body.entries()) {
    if ((headingOf(line)?.level ?? 0) >= 2) break;
    if (!line.hidden && statusParts(line.text) !== undefined) return { statusLine: start + index };
  }
  return {};
}
