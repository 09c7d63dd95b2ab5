/**
 * JSON read on its bytes, without decoding what is not needed. All functions take the bytes of one line,
 * an offset and the end of the line (excluded). They trust nothing: where the bytes are no JSON they return -1.
 */

const quote = 34;
const backslash = 92;

/** Offset of the first byte that is no white space. NUL counts as white space: interrupted writes leave runs of it. */
export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte !== 32 && byte !== 9 && byte !== 13 && byte !== 10 && byte !== 0) break;
    at += 1;
  }
  return at;
}

/** `from`: the byte after the opening quote. Returns the offset of the closing quote. */
export function endOfString(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (;;) {
    const found = bytes.indexOf(quote, at);
    if (found < 0 || found >= end) return -1;
    let before = found - 1;
    while (before >= at && bytes[before] === backslash) before -= 1;
    if (((found - before) & 1) === 1) return found;
    at = found + 1;
  }
}

/** `from`: the first byte of a value. Returns the offset after its last byte. */
export function endOfValue(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from];
  if (first === quote) return endOfString(bytes, from + 1, end) + 1 || -1;
  if (first !== 123 && first !== 91) return endOfScalar(bytes, from, end);
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = endOfString(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (byte === 123 || byte === 91) depth += 1;
    else if (byte === 125 || byte === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function endOfScalar(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    // Letters, digits, sign and point: what numbers, `true`, `false` and `null` are made of.
    const scalar =
      (byte >= 48 && byte <= 57) ||
      (byte >= 97 && byte <= 122) ||
      byte === 45 ||
      byte === 43 ||
      byte === 46 ||
      byte === 69;
    if (!scalar) break;
    at += 1;
  }
  return at > from ? at : -1;
}

/** True when the bytes of the span are exactly this ASCII text. */
export function spells(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    if (bytes[start + at] !== text.charCodeAt(at)) return false;
  }
  return true;
}

/**
 * Called for each member of an object: the key without quotes, and the first byte of the value.
 * Returns the offset after the value, -1 where it is broken.
 */
export type Member = (keyStart: number, keyEnd: number, valueStart: number) => number;

/** Walks the members of the object that begins at `from`. Returns the offset after it, or -1. */
export function walkObject(bytes: Uint8Array, from: number, end: number, member: Member): number {
  let at = skipSpace(bytes, from + 1, end);
  if (bytes[at] === 125 && at < end) return at + 1;
  for (;;) {
    if (at >= end || bytes[at] !== quote) return -1;
    const keyStart = at + 1;
    const keyEnd = endOfString(bytes, keyStart, end);
    if (keyEnd < 0) return -1;
    at = skipSpace(bytes, keyEnd + 1, end);
    if (at >= end || bytes[at] !== 58) return -1;
    at = member(keyStart, keyEnd, skipSpace(bytes, at + 1, end));
    if (at < 0) return at;
    at = skipSpace(bytes, at, end);
    if (at >= end) return -1;
    if (bytes[at] === 125) return at + 1;
    if (bytes[at] !== 44) return -1;
    at = skipSpace(bytes, at + 1, end);
  }
}

/** Walks the elements of the array that begins at `from`. `element` gets a value's first byte and returns as `Member` does. */
export function walkArray(
  bytes: Uint8Array,
  from: number,
  end: number,
  element: (valueStart: number) => number,
): number {
  let at = skipSpace(bytes, from + 1, end);
  if (bytes[at] === 93 && at < end) return at + 1;
  for (;;) {
    if (at >= end) return -1;
    at = element(at);
    if (at < 0) return at;
    at = skipSpace(bytes, at, end);
    if (at >= end) return -1;
    if (bytes[at] === 93) return at + 1;
    if (bytes[at] !== 44) return -1;
    at = skipSpace(bytes, at + 1, end);
  }
}
