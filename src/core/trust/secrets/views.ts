import type { Found } from './found.ts';

/** A text as somebody reads it who decodes it, and for each unit the place in the text where it comes from. */
export interface View {
  text: string;
  from: Int32Array;
}

const coded =
  /%(?:25){0,3}[0-9A-Fa-f]{2}|\\{1,8}u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,6}\})|\\{1,8}x[0-9A-Fa-f]{2}|\\{1,8}[0-7]{3}|\\{1,8}[nrtbfe"'`/]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|quot|apos|amp|lt|gt|nbsp|colon|equals|num|lowbar);|=(?:3D|20|0A|22|\r?\n)|\\\r?\n/g;
/** What makes decoding worth it: more than the escapes that every text in JSON has. */
const worth =
  /%(?:25){0,3}[2-7][0-9A-Fa-f]|\\{1,8}u[0-9A-Fa-f{]|\\{1,8}x[0-9A-Fa-f]{2}|\\[0-7]{3}|&(?:#|quot|apos|amp|lt|gt|colon|equals|lowbar)|=3D|=\r?\n|\\\r?\n|\\{2,8}["'nrt]/y;

const entities: Record<string, string> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  colon: ':',
  equals: '=',
  num: '#',
  lowbar: '_',
};
const letters: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  e: '\u001b',
};

/** True where something coded begins that could hide a secret. */
export function isCoded(text: string, at: number): boolean {
  worth.lastIndex = at;
  return worth.test(text);
}

/** The text decoded once. */
export const decodedView = (text: string): View => viewBy(text, coded, decode);

function decode(code: string): string {
  const hex = /(?:%(?:25){0,3}|\\x|\\u\{?|&#[xX]|=)([0-9A-Fa-f]{2,6})\}?;?$/.exec(code)?.[1];
  if (code === '=20') return ' ';
  if (hex !== undefined) return sign(Number.parseInt(hex, 16));
  const decimal = /^&#([0-9]+);$/.exec(code)?.[1];
  if (decimal !== undefined) return sign(Number(decimal));
  const octal = /^\\+([0-7]{3})$/.exec(code)?.[1];
  if (octal !== undefined) return sign(Number.parseInt(octal, 8));
  if (code.startsWith('&')) return entities[code.slice(1, -1)] ?? code;
  if (/\n$/.test(code)) return '';
  const last = code.at(-1)!;
  return letters[last] ?? last;
}

function sign(point: number): string {
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}

/** The text with each match of the pattern put as `change` says. */
export function viewBy(text: string, pattern: RegExp, change: (match: string) => string): View {
  const parts: string[] = [];
  const from = new Int32Array(text.length * 2 + 2);
  let at = 0;
  let done = 0;
  const copy = (until: number): void => {
    parts.push(text.slice(done, until));
    for (let place = done; place < until; place += 1) from[at++] = place;
  };
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    copy(hit.index);
    const shown = change(hit[0]);
    parts.push(shown);
    for (let unit = 0; unit < shown.length; unit += 1) from[at++] = hit.index;
    done = hit.index + hit[0].length;
  }
  copy(text.length);
  from[at] = text.length;
  return { text: parts.join(''), from };
}

/** Where what was found in a view stands in the text it is a view of. */
export function inOriginal(view: View, found: readonly Found[]): Found[] {
  return found.map(({ start, end, kind }) => ({
    start: view.from[start]!,
    end: view.from[end]!,
    kind,
  }));
}
