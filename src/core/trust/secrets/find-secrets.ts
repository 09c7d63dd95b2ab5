import { once } from '../once.ts';
import { decodedText } from './encoded.ts';
import type { Found } from './found.ts';
import { hiddenRuns, hidesSomething } from './hidden.ts';
import { hintScan } from './hint-scan.ts';
import { findNamed } from './name-values.ts';
import { nameHints } from './names.ts';
import { findPem } from './pem.ts';
import { findInPlace, type Place, placeHints } from './places.ts';
import { findInCommand, programHints } from './program-secrets.ts';
import { saidAt, saidHints } from './said.ts';
import { type ShapeHint, shapeAt, shapeHints } from './shapes.ts';
import { decodedView, inOriginal, isCoded, viewBy } from './views.ts';

type Wish =
  | { way: 'pem' }
  | { way: 'shape'; of: ShapeHint }
  | { way: 'place'; of: Place }
  | { way: 'program'; of: string }
  | { way: 'name'; length: number }
  | { way: 'said'; of: string };

/** One pass finds the hints of all ways; a table's entry carries its own, so that none is ever left untried. */
const scan = once(() =>
  hintScan<Wish>([
    { text: 'PRIVATE KEY', exact: true, of: { way: 'pem' } },
    ...shapeHints().map((one) => ({ ...one, of: { way: 'shape' as const, of: one.of } })),
    ...placeHints().map((one) => ({ ...one, of: { way: 'place' as const, of: one.of } })),
    ...programHints().map((one) => ({ ...one, of: { way: 'program' as const, of: one.of } })),
    ...nameHints.map((text) => ({
      text,
      exact: false,
      of: { way: 'name' as const, length: text.length },
    })),
    ...saidHints().map((one) => ({ ...one, of: { way: 'said' as const, of: one.of } })),
  ]),
);

/** What one pass over a text saw. */
interface Sight {
  found: Found[];
  runs: [number, number][];
  coded: number[];
}

function look(text: string): Sight {
  const sight: Sight = { found: [], runs: [], coded: [] };
  const places = new Map<Place, number[]>();
  const names: { at: number; length: number }[] = [];
  const rest: { at: number; wish: Wish }[] = [];
  let pem = false;
  scan()(text, {
    hint: (wish, at) => {
      if (wish.way === 'name') names.push({ at, length: wish.length });
      else if (wish.way === 'place') {
        const hits = places.get(wish.of);
        if (hits === undefined) places.set(wish.of, [at]);
        else hits.push(at);
      } else if (wish.way === 'pem') pem = true;
      else rest.push({ at, wish });
    },
    run: (start, end) => sight.runs.push([start, end]),
    coded: (at) => {
      if (at >= (sight.coded.at(-1) ?? -1) && isCoded(text, at)) sight.coded.push(at);
    },
  });
  if (pem) add(sight.found, findPem(text));
  add(
    sight.found,
    inOrder(rest, 'shape', (at, wish) =>
      wish.way === 'shape' ? shapeAt(text, at, wish.of) : undefined,
    ),
  );
  for (const [place, hits] of places) add(sight.found, findInPlace(text, hits, place));
  // A program's name within its own command, as many times as a hostile text likes, is no command anew.
  const ends = new Map<string, number>();
  for (const { at, wish } of rest) {
    if (wish.way !== 'program' || at < (ends.get(wish.of) ?? 0)) continue;
    const { found, end } = findInCommand(text, at, wish.of);
    add(sight.found, found);
    ends.set(wish.of, end);
  }
  add(sight.found, findNamed(text, names));
  add(
    sight.found,
    inOrder(rest, 'said', (at, wish) =>
      wish.way === 'said' ? saidAt(text, at, wish.of) : undefined,
    ),
  );
  return sight;
}

/** A call takes only so many arguments: more than a hostile text may hold findings. */
function add(to: Found[], more: readonly Found[]): void {
  for (const one of more) to.push(one);
}

/** What is found at hints, of which those that lie within what was found before them are passed over. */
function inOrder(
  hits: readonly { at: number; wish: Wish }[],
  way: Wish['way'],
  find: (at: number, wish: Wish) => Found | undefined,
): Found[] {
  const found: Found[] = [];
  let done = 0;
  for (const { at, wish } of hits) {
    if (wish.way !== way || at < done) continue;
    const one = find(at, wish);
    if (one === undefined) continue;
    found.push(one);
    done = one.end;
  }
  return found;
}

/** Decoding is repeated for what was coded several times over. */
const depth = 3;

/** As a text stands, decoded on the lines that hold codes, and in base64. */
function findIn(text: string, left: number): Found[] {
  const { found, runs, coded } = look(text);
  for (const [start, end] of runs) {
    const decoded = decodedText(text.slice(start, end));
    if (decoded !== undefined && left > 0 && findIn(decoded, left - 1).length > 0)
      found.push({
        start,
        end: text[end] === '=' ? end + (text[end + 1] === '=' ? 2 : 1) : end,
        kind: 'encoded',
      });
  }
  if (left === 0) return found;
  for (const [start, end] of linesOf(text, coded)) {
    const part = text.slice(start, end);
    const view = decodedView(part);
    if (view.text === part) continue;
    add(
      found,
      inOriginal(view, findIn(view.text, left - 1)).map((one) => ({
        ...one,
        start: one.start + start,
        end: one.end + start,
      })),
    );
  }
  return found;
}

/** The lines of these places, each with the one that follows it. */
function linesOf(text: string, places: readonly number[]): [number, number][] {
  const lines: [number, number][] = [];
  let done = 0;
  for (const at of places) {
    if (at < done) continue;
    const start = Math.max(done, text.lastIndexOf('\n', at) + 1);
    const first = text.indexOf('\n', at);
    const second = first < 0 ? -1 : text.indexOf('\n', first + 1);
    done = second < 0 ? text.length : second;
    lines.push([start, done]);
  }
  return lines;
}

/** Everything in a text that is a secret: as it stands, and as it reads without what shows as nothing. Linear in its length. */
export function findSecrets(text: string): Found[] {
  const found = findIn(text, depth);
  if (!hidesSomething(text)) return found;
  const view = viewBy(text, hiddenRuns(), () => '');
  return [...found, ...inOriginal(view, findIn(view.text, depth))];
}

/** What a name tells of the value beside it, for a field of a value in JSON. */
export function findNamedField(line: string): Found[] {
  const names: { at: number; length: number }[] = [];
  scan()(line, {
    hint: (wish, at) => {
      if (wish.way === 'name') names.push({ at, length: wish.length });
    },
    run: () => {},
    coded: () => {},
  });
  return findNamed(line, names);
}

/** False when a text, JSON included, surely holds nothing that `findSecrets` would find. */
export function mayHoldSecrets(text: string): boolean {
  const stop = new Error('seen');
  const seen = (): void => {
    throw stop;
  };
  try {
    scan()(text, { hint: seen, run: seen, coded: (at) => isCoded(text, at) && seen() });
    return false;
  } catch (error) {
    if (error !== stop) throw error;
    return true;
  }
}
