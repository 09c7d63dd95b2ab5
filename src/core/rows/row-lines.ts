import type { Position } from '../conversation.ts';
import type { Fields } from './fields.ts';

/** Where it is told what is no row. */
export interface RowSink {
  unknown(kind: string): void;
  damaged(at: Position): void;
}

export type OnRow = (row: Fields, at: Position, text: string) => void;

/** A row that stopped inside a string: the rest may stand on the next line, behind a raw line break. */
interface Held {
  text: string;
  at: Position;
  lines: number;
}

const mostHeldLines = 200;
const mostHeld = 1024 * 1024;

/**
 * Rows of a record, from its lines: usually one a line, but also several on one line, one behind torn bytes, and one
 * with raw line breaks in a string. What is no row is counted as damage, once a line; a comment and JSON that is no
 * object are named.
 */
export class RowLines {
  #held: Held | undefined;

  line(text: string, at: Position, sink: RowSink, onRow: OnRow): void {
    const from = skipBlank(text, 0);
    if (from === text.length) return;
    const whole = parse(text.slice(from));
    const held = this.#held;
    if (held !== undefined) {
      if (typeof whole?.row?.type !== 'string' && this.#goesOn(held, text, onRow)) return;
      this.#held = undefined;
      sink.damaged(held.at);
    }
    const place = { offset: at.offset + bytesIn(text.slice(0, from)), line: at.line };
    if (whole?.row !== undefined) onRow(whole.row, place, text);
    else if (whole !== undefined) sink.unknown('no object');
    else if (text.startsWith('//', from)) sink.unknown('comment');
    else this.#salvage(text, from, at, sink, onRow);
  }

  /** Called after the last line: a row that still waits for its rest is torn. */
  end(sink: RowSink): void {
    if (this.#held !== undefined) sink.damaged(this.#held.at);
    this.#held = undefined;
  }

  /** True when the line belongs to the row that is held. */
  #goesOn(held: Held, text: string, onRow: OnRow): boolean {
    const joined = `${held.text.replace(/\r$/, '\\r')}\\n${text}`;
    const lines = held.lines + 1;
    const row = parse(joined)?.row;
    this.#held = undefined;
    if (row !== undefined) onRow(row, held.at, joined);
    else if (
      lines > mostHeldLines ||
      joined.length > mostHeld ||
      endOfObject(joined, 0) !== inString
    )
      return false;
    else this.#held = { text: joined, at: held.at, lines };
    return true;
  }

  #salvage(text: string, from: number, at: Position, sink: RowSink, onRow: OnRow): void {
    let told = false;
    for (let start = from; start < text.length; start = skipBlank(text, start)) {
      const place = { offset: at.offset + bytesIn(text.slice(0, start)), line: at.line };
      const end = text[start] === '{' ? endOfObject(text, start) : 0;
      const row = end > 0 ? parse(text.slice(start, end))?.row : undefined;
      if (row !== undefined) {
        onRow(row, place, text.slice(start, end));
        start = end;
        continue;
      }
      const next = nextRow(text, start + 1);
      if (next < 0 && end === inString) {
        this.#held = { text: text.slice(start), at: place, lines: 1 };
        return;
      }
      if (!told) sink.damaged(place);
      told = true;
      if (next < 0) return;
      start = next;
    }
  }
}

const beginning = /\{"(?:type|uuid)":"/g;

/**
 * Where a whole row begins behind torn bytes; -1 when none does. Inside a string its quotes would be escaped, and an
 * object that is a part of a row has something else behind it than the line's end or the next row.
 */
function nextRow(text: string, from: number): number {
  beginning.lastIndex = from;
  for (let tries = 0; tries < 200; tries += 1) {
    const found = beginning.exec(text);
    if (found === null) return -1;
    const end = endOfObject(text, found.index);
    const after = end > 0 ? skipBlank(text, end) : 0;
    if (end <= 0 || (after < text.length && text[after] !== '{')) continue;
    if (parse(text.slice(found.index, end)) !== undefined) return found.index;
  }
  return -1;
}

const inString = -1;

/** The offset behind the object that begins at `from`; 0 where it does not end, -1 where it stops inside a string. */
function endOfObject(text: string, from: number): number {
  const mark = /["{}]/g;
  let depth = 0;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') {
      mark.lastIndex = endOfString(text, mark.lastIndex);
      if (mark.lastIndex === 0) return inString;
      continue;
    }
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return 0;
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && text[before] === '\\') before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return 0;
}

/** White space, NUL bytes and a byte order mark are passed over. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === '\ufeff')) at += 1;
  return at;
}

/** `row` absent: JSON, but no object. Undefined: no JSON. */
function parse(text: string): { row?: Fields } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isRow = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRow ? { row: value as Fields } : {};
}

const encoder = new TextEncoder();

function bytesIn(text: string): number {
  return encoder.encode(text).length;
}
