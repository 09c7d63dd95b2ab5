/** A text that must stand somewhere for a way of finding secrets to be worth trying there. */
export interface Hint<T> {
  text: string;
  /** True where capitals and small letters are told apart. */
  exact: boolean;
  /** Who asked for it. */
  of: T;
}

const base64 = 64;
const coding = 128;
const bits = 6;
const most = 63;
const keys = (1 << (3 * bits)) - 1;

/** Of each unit of a text: six bits by which hints are looked up, one for base64, one for what begins something coded. */
const classes = new Uint8Array(128);
for (let at = 0; at < 128; at += 1) {
  const letter = (at | 32) - 96;
  if (letter >= 1 && letter <= 26 && at > 64) classes[at] = letter | base64;
  else if (at >= 48 && at <= 57) classes[at] = 27 | base64;
  // Signs from 28 on, each by itself; control characters share one.
  else
    classes[at] =
      at < 32 || at === 127
        ? 0
        : 28 + (at < 48 ? at - 32 : at < 65 ? at - 42 : at < 97 ? at - 68 : at - 94);
}
for (const sign of [43, 45, 47, 95]) classes[sign]! |= base64;
for (const sign of [37, 38, 92]) classes[sign]! |= coding;

const classOf = (code: number): number => (code < 128 ? classes[code]! & most : 60 + (code & 3));

/** A run of base64 is looked at from this length on. */
const shortestRun = 20;

export interface Seen<T> {
  hint: (hint: T, at: number) => void;
  run: (start: number, end: number) => void;
  coded: (at: number) => void;
}

/**
 * Finds all hints in one pass: three units in a row are the key of those that begin with them, and most keys have none. Reports
 * long runs of base64 and places of codes on the way, since it looks at each unit anyhow.
 */
export function hintScan<T>(hints: readonly Hint<T>[]): (text: string, seen: Seen<T>) => void {
  const table = tableOf(hints);
  const { heads } = table;
  return (text, seen) => {
    let key = 0;
    let run = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? classes[code]! : 60 + (code & 3);
      key = ((key << bits) | (kind & most)) & keys;
      if (heads[key] !== 0 && at > 1) check(table, heads[key]!, text, at - 2, seen);
      if ((kind & base64) !== 0) run += 1;
      else {
        if (run >= shortestRun) seen.run(at - run, at);
        run = 0;
        if ((kind & coding) !== 0) seen.coded(at);
      }
    }
    if (run >= shortestRun) seen.run(text.length - run, text.length);
    // A short hint at the very end has no third unit after it.
    for (const left of [2, 1]) {
      if (text.length < left) continue;
      key = (key << bits) & keys;
      if (heads[key] !== 0) check(table, heads[key]!, text, text.length - left, seen);
    }
  };
}

/**
 * The hints in lists: of each key the number of a hint, from 1, and of each hint the number of the next. Building it is a part of
 * what every hook takes that says something, so it is two arrays and no more.
 */
interface HintTable<T> {
  heads: Uint16Array;
  next: Uint16Array;
  /** The class of each hint's fourth unit, -1 where it has none. */
  fourth: Int8Array;
  hints: readonly Hint<T>[];
}

function tableOf<T>(hints: readonly Hint<T>[]): HintTable<T> {
  const heads = new Uint16Array(1 << (3 * bits));
  const next = new Uint16Array(hints.length + 1);
  const fourth = new Int8Array(hints.length + 1).fill(-1);
  // Short hints come first: all keys that begin with one get it, and the longer ones of such a key go on to it.
  for (let units = 1; units <= 3; units += 1) {
    const span = 1 << (bits * (3 - units));
    for (let place = 0; place < hints.length; place += 1) {
      const { text } = hints[place]!;
      const length = text.length;
      if (Math.min(length, 3) !== units) continue;
      let key = classOf(text.charCodeAt(0)) << (2 * bits);
      if (units > 1) key |= classOf(text.charCodeAt(1)) << bits;
      if (units > 2) key |= classOf(text.charCodeAt(2));
      const hint = place + 1;
      next[hint] = heads[key]!;
      if (length > 3) fourth[hint] = classOf(text.charCodeAt(3));
      if (span === 1) heads[key] = hint;
      else heads.fill(hint, key, key + span);
    }
  }
  return { heads, next, fourth, hints };
}

function check<T>(
  table: HintTable<T>,
  head: number,
  text: string,
  at: number,
  seen: Seen<T>,
): void {
  const { next, fourth, hints } = table;
  const unit = at + 3 < text.length ? classOf(text.charCodeAt(at + 3)) : -2;
  // Lists begin with the hint that was added last; they are reported from the first.
  let hits: T[] | undefined;
  for (let place = head; place !== 0; place = next[place]!) {
    const own = fourth[place]!;
    if (own >= 0 && own !== unit) continue;
    const hint = hints[place - 1]!;
    if (hint.exact ? text.startsWith(hint.text, at) : startsWithAnyCase(text, hint.text, at)) {
      if (hits === undefined) hits = [hint.of];
      else hits.push(hint.of);
    }
  }
  if (hits === undefined) return;
  for (let place = hits.length - 1; place >= 0; place -= 1) seen.hint(hits[place]!, at);
}

function startsWithAnyCase(text: string, hint: string, at: number): boolean {
  return text.startsWith(hint, at) || text.slice(at, at + hint.length).toLowerCase() === hint;
}
