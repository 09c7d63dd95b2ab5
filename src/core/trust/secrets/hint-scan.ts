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
  const slots = new Uint16Array(1 << (3 * bits));
  const buckets: Entry<T>[][] = [[]];
  const put = (place: number, { text, exact, of }: Hint<T>): void => {
    const bucket = buckets[place]!;
    const same = bucket.find((one) => one.text === text && one.exact === exact);
    if (same !== undefined) same.of.push(of);
    else
      bucket.push({
        text,
        exact,
        fourth: text.length > 3 ? classOf(text.charCodeAt(3)) : -1,
        of: [of],
      });
  };
  const keyOf = (text: string, units: number): number => {
    let key = 0;
    for (let at = 0; at < 3; at += 1)
      key = (key << bits) | (at < units ? classOf(text.charCodeAt(at)) : 0);
    return key;
  };
  // Short hints come first: all keys that begin with one share a bucket, until a longer hint needs its own.
  let shared = 1;
  for (const units of [1, 2, 3]) {
    const span = 1 << (bits * (3 - units));
    for (const hint of hints) {
      if (Math.min(hint.text.length, 3) !== units) continue;
      const key = keyOf(hint.text, units);
      const place = slots[key]!;
      if (place < shared) {
        const copy = buckets[place]!.map((one) => ({ ...one, of: [...one.of] }));
        slots.fill(buckets.push(copy) - 1, key, key + span);
      }
      put(slots[key]!, hint);
    }
    shared = buckets.length;
  }
  return (text, seen) => {
    let key = 0;
    let run = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? classes[code]! : 60 + (code & 3);
      key = ((key << bits) | (kind & most)) & keys;
      if (slots[key] !== 0 && at > 1) check(buckets[slots[key]!]!, text, at - 2, seen);
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
      if (slots[key] !== 0) check(buckets[slots[key]!]!, text, text.length - left, seen);
    }
  };
}

/** A hint's text with all who asked for it, and the class of its fourth unit. */
interface Entry<T> {
  text: string;
  exact: boolean;
  fourth: number;
  of: T[];
}

function check<T>(bucket: readonly Entry<T>[], text: string, at: number, seen: Seen<T>): void {
  const fourth = at + 3 < text.length ? classOf(text.charCodeAt(at + 3)) : -2;
  for (let place = 0; place < bucket.length; place += 1) {
    const hint = bucket[place]!;
    if (hint.fourth >= 0 && hint.fourth !== fourth) continue;
    if (hint.exact ? text.startsWith(hint.text, at) : startsWithAnyCase(text, hint.text, at)) {
      for (const of of hint.of) seen.hint(of, at);
    }
  }
}

function startsWithAnyCase(text: string, hint: string, at: number): boolean {
  return text.startsWith(hint, at) || text.slice(at, at + hint.length).toLowerCase() === hint;
}
