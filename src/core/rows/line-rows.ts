/** What one line of a record holds. */
export interface LineRows {
  /** Whole JSON objects in order, each with its first byte's offset in the line. */
  rows: { row: Record<string, unknown>; start: number }[];
  /** Offset of the first byte that belongs to no row; undefined where all do. */
  damaged?: number;
  /** What the line is instead of a row: a comment, or JSON that is no object. */
  other?: 'comment' | 'no object';
}

const open = 123;
const close = 125;
const quote = 34;
const backslash = 92;
/** In a damaged line, so many places are tried for the beginning of a whole row. */
const mostTries = 200;
const longestSearch = 4_194_304;
const decoder = new TextDecoder();

/**
 * Reads a line that holds a JSON object. A kill or two writers at once leave torn lines, rows joined without a line
 * end, and runs of NUL: every whole row is found, and what is none is told. Never throws.
 */
export function readLine(bytes: Uint8Array): LineRows {
  const from = skipSpace(
    bytes,
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0,
  );
  if (from >= bytes.length) return { rows: [] };
  if (bytes[from] === 47 && bytes[from + 1] === 47) return { rows: [], other: 'comment' };
  const whole = parse(bytes, from, bytes.length);
  if (isObject(whole)) return { rows: [{ row: whole, start: from }] };
  if (whole !== undefined) return { rows: [], other: 'no object' };
  return separate(bytes, from);
}

function separate(bytes: Uint8Array, from: number): LineRows {
  const line: LineRows = { rows: [] };
  for (let at = from; at < bytes.length; ) {
    const end = bytes[at] === open ? endOfObject(bytes, at) : -1;
    const row = end < 0 ? undefined : parse(bytes, at, end);
    if (isObject(row)) {
      line.rows.push({ row, start: at });
      at = skipSpace(bytes, end);
      continue;
    }
    line.damaged ??= at;
    at = nextRow(bytes, at + 1);
    if (at < 0) break;
  }
  return line;
}

/** Where the next object begins that reaches to the line's end or to another object: no part of a broken one does. */
function nextRow(bytes: Uint8Array, from: number): number {
  if (bytes.length - from > longestSearch) return -1;
  let at = from;
  for (let tries = 0; tries < mostTries; tries += 1) {
    at = bytes.indexOf(open, at);
    if (at < 0) return -1;
    if (bytes[at + 1] !== quote) {
      at += 1;
      tries -= 1;
      continue;
    }
    const end = endOfObject(bytes, at);
    const next = end < 0 ? -1 : skipSpace(bytes, end);
    const closed = next >= bytes.length || (next > 0 && bytes[next] === open);
    if (closed && isObject(parse(bytes, at, end))) return at;
    at += 1;
  }
  return -1;
}

/** The offset after the object that begins at `from`, by its brackets and quotes; -1 where it has no end. */
function endOfObject(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === backslash) at += 1;
      else if (byte === quote) quoted = false;
    } else if (byte === quote) quoted = true;
    else if (byte === open) depth += 1;
    else if (byte === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(bytes: Uint8Array, start: number, end: number): unknown {
  let last = end;
  while (last > start && isSpace(bytes[last - 1]!)) last -= 1;
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, last)));
  } catch {
    return undefined;
  }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at]!)) at += 1;
  return at;
}

/** White space, and NUL, which interrupted writes leave. */
function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13 || byte === 10 || byte === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
