import { isStepToken } from '../own-token.ts';
import { beginsWord } from './border.ts';
import type { Found } from './found.ts';
import { changes, entropy, looksRandom } from './random.ts';
import { midShapes, vendorShapes } from './vendor-shapes.ts';

/** A shape as it is tried where its hint stands. */
interface Shape {
  kind: string;
  /** The pattern of what follows the hint, tried at that place only. */
  rest: string;
  /** For a hint in the midst of a token: what stands before it, as a pattern that ends there. */
  before?: string;
  random: boolean;
}

function parse(): { hint: string; shape: Shape }[] {
  const rows = (table: string) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
  const shapeOf = (kind: string, rest: string): Shape => ({
    kind: kind.replace('~', ''),
    rest,
    random: kind.startsWith('~'),
  });
  return [
    ...rows(vendorShapes).flatMap(([kind, hints, rest]) =>
      hints!.split(',').map((hint) => ({ hint, shape: shapeOf(kind!, rest!) })),
    ),
    ...rows(midShapes).map(([kind, before, hint, rest]) => ({
      hint: hint!,
      shape: { ...shapeOf(kind!, rest!), before: before! },
    })),
  ];
}

/** Words that a token of an unknown vendor has in what it begins with. */
const tokenWords =
  'live test prod pat tok token secret sec key apikey api sk rk oauth auth access refresh admin private priv svc'.split(
    ' ',
  );

/** What to look for, each with the shape that it is the hint of, or with a word that tells a token of any vendor. */
export type ShapeHint = { hint: string; shape: Shape } | { word: string };

export function shapeHints(): { text: string; exact: boolean; of: ShapeHint }[] {
  return [
    ...parse().map((one) => ({ text: one.hint, exact: true, of: one })),
    ...tokenWords.flatMap((word) =>
      ['_', '-'].map((sign) => ({ text: word + sign, exact: true, of: { word: word + sign } })),
    ),
  ];
}

const compiled = new Map<string, RegExp>();

function patternOf(source: string, flags: string): RegExp {
  const key = flags + source;
  let pattern = compiled.get(key);
  if (pattern === undefined) {
    pattern = new RegExp(source, flags);
    compiled.set(key, pattern);
  }
  return pattern;
}

/** What stands at a hint, if it is a secret by its shape. */
export function shapeAt(text: string, at: number, of: ShapeHint): Found | undefined {
  return 'word' in of ? unknownVendor(text, at, of.word) : tryAt(text, at, of.hint, of.shape);
}

function tryAt(text: string, at: number, hint: string, shape: Shape): Found | undefined {
  // Before the pattern, which may read on for long.
  if (shape.before === undefined && !mayBegin(text, at)) return undefined;
  const rest = patternOf(shape.rest, 'y');
  rest.lastIndex = at + hint.length;
  const behind = rest.exec(text)?.[0];
  if (behind === undefined) return undefined;
  let start = at;
  if (shape.before !== undefined) {
    // Read backwards from the hint, so that it is tried from one place only.
    const before = patternOf(`(?<=(${shape.before}))`, 'y');
    before.lastIndex = at;
    const ahead = before.exec(text)?.[1];
    if (ahead === undefined) return undefined;
    start = at - ahead.length;
  }
  const end = runEnd(text, at + hint.length + behind.length);
  if (shape.before !== undefined && !mayBegin(text, start)) return undefined;
  if (shape.random && !looksRandom(text.slice(start + (shape.before ? 0 : hint.length), end)))
    return undefined;
  // Of an address what comes behind the host and says where.
  if (shape.kind.endsWith('webhook')) return { start: at + hint.length, end, kind: 'webhook' };
  return isStepToken(text.slice(start, end)) ? undefined : { start, end, kind: shape.kind };
}

const mayBegin = (text: string, at: number): boolean =>
  !/[A-Za-z0-9]/.test(text[at]!) || beginsWord(text, at);

/** What goes on like a token: the second of two without anything between them, whose first letters went with the first. */
const glued = /[_-](?=[A-Za-z0-9]{0,40}\d)[A-Za-z0-9]{16,512}/y;

/** A token that is longer than its shape goes as a whole. */
function runEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    while (end < text.length && /[A-Za-z0-9]/.test(text[end]!)) end += 1;
    glued.lastIndex = end;
    const more = glued.exec(text)?.[0];
    if (more === undefined) return end;
    end += more.length;
  }
}

const solidWord =
  /^(?:tok|token|secret|sec|key|apikey|sk|rk|pat|oauth|access|refresh|priv|private)$/;
const body = /[A-Za-z0-9]{20,512}(?:[._-][A-Za-z0-9]{6,512}){0,4}/y;

/** A token that names no vendor that is known, but says what it is: `acme_live_…`, `acme-pat-…`. */
function unknownVendor(text: string, at: number, word: string): Found | undefined {
  const name = /^[a-z]+(?=[_-]$)/.exec(word)?.[0];
  if (name === undefined) return undefined;
  body.lastIndex = at + word.length;
  const value = body.exec(text)?.[0];
  if (value === undefined) return undefined;
  const isHex = /^[0-9a-f]+$/.test(value);
  const random = changes(value) >= 0.25 && entropy(value) >= 3 && /[0-9].*[0-9].*[0-9]/.test(value);
  if (!random || !/[A-Za-z]/.test(value) || (isHex && !solidWord.test(name))) return undefined;
  const lead = /[A-Za-z][A-Za-z0-9_-]{0,24}$/.exec(text.slice(Math.max(0, at - 25), at))?.[0] ?? '';
  const whole = /[_-]$/.test(lead) || lead === '' ? at - lead.length : at;
  const start = beginsWord(text, whole) ? whole : at;
  if (start === at && !/[^A-Za-z0-9]/.test(text[at - 1] ?? ' ') && !beginsWord(text, at))
    return undefined;
  return { start, end: body.lastIndex, kind: /key|sk|rk/.test(name) ? 'api-key' : 'token' };
}
