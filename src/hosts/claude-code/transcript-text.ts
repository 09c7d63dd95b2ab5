import { isAscii } from 'node:buffer';

/** A string of more bytes than this is never kept whole, whatever it is for. */
export const wholeLimit = 1_048_576;

const backslash = 92;

/** What was kept of a string. `length`: characters of the whole; of a cut one its bytes in the record, which is at least that. */
export interface Kept {
  text: string;
  length: number;
}

/**
 * The string whose content lies between the offsets (without its quotes), decoded. Over `limit` bytes only its first
 * and last half of the limit are kept, with a line between that says so.
 */
export function keepString(bytes: Buffer, start: number, end: number, limit: number): Kept {
  const size = end - start;
  if (size <= limit) {
    const text = decode(bytes, start, end);
    return { text, length: text.length };
  }
  const half = Math.floor(limit / 2);
  const headEnd = safeCut(bytes, start, start + half);
  const tailStart = safeCut(bytes, start, end - half);
  const head = decode(bytes, start, headEnd);
  const tail = decode(bytes, tailStart, end);
  const text = `${head}\n[… ${tailStart - headEnd} bytes left out …]\n${tail}`;
  return { text, length: size };
}

/** The content of a string, decoded. Escapes that are no JSON stay as they are written. */
export function decode(bytes: Buffer, start: number, end: number): string {
  if (start >= end) return '';
  if (end - start <= shortText && isPlain(bytes, start, end)) {
    return bytes.toString('latin1', start, end);
  }
  // A whole string has its quotes around it in the bytes, so that nothing needs to be put together.
  const whole = bytes[start - 1] === 34 && bytes[end] === 34;
  const quoted = whole ? textOf(bytes, start - 1, end + 1) : `"${textOf(bytes, start, end)}"`;
  if (quoted.indexOf('\\') < 0) return quoted.slice(1, -1);
  let plain: string;
  try {
    plain = JSON.parse(quoted);
  } catch {
    plain = lenient(quoted.slice(1, -1));
  }
  return quoted.indexOf('\\u') < 0 ? plain : plain.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** Ids, times, names and paths: looked at byte by byte, since calling a decoder costs more. */
const shortText = 64;

/** True for printable ASCII without an escape. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte < 32 || byte > 126 || byte === backslash) return false;
  }
  return true;
}

/** The bytes as text. Nearly all of a record is ASCII, which takes a tenth of the time of UTF-8. */
function textOf(bytes: Buffer, start: number, end: number): string {
  const ascii = isAscii(bytes.subarray(start, end));
  return bytes.toString(ascii ? 'latin1' : 'utf8', start, end);
}

const shortEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** For strings with raw control characters or broken escapes, which JSON.parse refuses whole. */
function lenient(text: string): string {
  return text.replace(/\\(u([0-9a-fA-F]{4})|[\s\S])/g, (_whole, mark: string, code?: string) =>
    code === undefined
      ? (shortEscapes[mark] ?? mark)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The first offset from `at` on where a string that starts at `start` can be cut: in no escape and in no character. */
function safeCut(bytes: Buffer, start: number, at: number): number {
  let cut = at;
  for (let before = Math.max(start, at - 5); before < cut; before += 1) {
    if (bytes[before] !== backslash || insideRun(bytes, start, before)) continue;
    cut = Math.max(cut, before + (bytes[before + 1] === 117 ? 6 : 2));
  }
  while ((bytes[cut]! & 0xc0) === 0x80) cut += 1;
  return cut;
}

/** True when the backslash at `at` is itself escaped by the one before it. */
function insideRun(bytes: Buffer, start: number, at: number): boolean {
  let before = at - 1;
  while (before >= start && bytes[before] === backslash) before -= 1;
  return ((at - before) & 1) === 0;
}
