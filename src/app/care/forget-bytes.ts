const mark = '[forgotten]';

/** How often a JSON text may stand inside the string of another, and the string is still found. */
const nesting = 3;

/**
 * The ways in which a string may stand in a file: as it is, and as JSON writes it, escaped once or, inside a
 * JSON text that is itself a string, several times. Longest first.
 */
export function spellings(text: string): string[] {
  const all = new Set<string>();
  for (const start of [text, asciiOnly(text)]) {
    let written = start;
    for (let level = 0; level <= nesting; level += 1) {
      all.add(written);
      written = JSON.stringify(written).slice(1, -1);
    }
  }
  return [...all].sort((a, b) => b.length - a.length);
}

/** The string as programs write it that escape everything beyond ASCII. */
function asciiOnly(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The bytes with each spelling replaced; every other byte stays, valid text or not. In a file of JSON lines a
 * line that would stop being JSON is dropped.
 */
export function replaceBytes(
  bytes: Uint8Array,
  wanted: string[],
  json: boolean,
): { bytes: Uint8Array; count: number } {
  // One character for each byte, so that nothing is decoded and nothing lost.
  let text = Buffer.from(bytes).toString('latin1');
  const before = text;
  let count = 0;
  for (const spelling of wanted) {
    const needle = Buffer.from(spelling, 'utf8').toString('latin1');
    const parts = text.split(needle);
    count += parts.length - 1;
    text = parts.join(mark);
  }
  if (count > 0 && json) text = dropBrokenLines(before, text);
  return { bytes: Buffer.from(text, 'latin1'), count };
}

function dropBrokenLines(before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  // A match over line ends cannot be told line by line; what is left is kept as it is.
  if (old.length !== now.length) return after;
  return now
    .filter((line, index) => line === old[index] || isJson(line) || !isJson(old[index]!))
    .join('\n');
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
