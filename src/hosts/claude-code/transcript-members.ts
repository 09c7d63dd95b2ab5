import { endOfValue, spells, walkObject } from './transcript-bytes.ts';
import { type Kept, keepString, wholeLimit } from './transcript-text.ts';

/** Member names that are asked for, each with a number from 0 on, told apart on their bytes. */
export class Names {
  readonly list: readonly string[];
  /** Names by length, so that a key is compared with two or three of them at most. */
  readonly #byLength: { name: string; slot: number }[][] = [];

  constructor(list: readonly string[]) {
    this.list = list;
    for (const [slot, name] of list.entries()) {
      this.#byLength[name.length] ??= [];
      this.#byLength[name.length]!.push({ name, slot });
    }
  }

  /** Slot of the key between the offsets, -1 for one that is not asked for. */
  slotOf(bytes: Buffer, start: number, end: number): number {
    const candidates = this.#byLength[end - start];
    if (candidates === undefined) return -1;
    for (const candidate of candidates) {
      if (spells(bytes, start, end, candidate.name)) return candidate.slot;
    }
    return -1;
  }
}

/**
 * Places of the asked members of one object: where each value begins and ends. Nothing is decoded before it is
 * asked for. One object serves many rows; what it tells is true until the next `clear`.
 */
export class Members {
  readonly names: Names;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  bytes: Buffer = Buffer.alloc(0);

  constructor(names: Names) {
    this.names = names;
    this.#starts = new Int32Array(names.list.length).fill(-1);
    this.#ends = new Int32Array(names.list.length);
  }

  clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.#starts.fill(-1);
  }

  slotOf(start: number, end: number): number {
    return this.names.slotOf(this.bytes, start, end);
  }

  put(slot: number, start: number, end: number): void {
    this.#starts[slot] = start;
    this.#ends[slot] = end;
  }

  has(slot: number): boolean {
    return this.#starts[slot]! >= 0;
  }

  /** Offset of the value's first byte, -1 where there is none. */
  start(slot: number): number {
    return this.#starts[slot]!;
  }

  end(slot: number): number {
    return this.#ends[slot]!;
  }

  /** First byte of the value, 0 where there is none. */
  first(slot: number): number {
    const start = this.#starts[slot]!;
    return start < 0 ? 0 : this.bytes[start]!;
  }

  isTrue(slot: number): boolean {
    return this.first(slot) === 116;
  }

  isString(slot: number): boolean {
    return this.first(slot) === 34;
  }

  /** True when the value is the string with exactly this ASCII text. */
  is(slot: number, text: string): boolean {
    const start = this.#starts[slot]!;
    if (start < 0 || this.bytes[start] !== 34) return false;
    return spells(this.bytes, start + 1, this.#ends[slot]! - 1, text);
  }

  /** The value when it is a string, whole up to `wholeLimit`. */
  text(slot: number): string | undefined {
    return this.isString(slot) ? this.kept(slot, wholeLimit).text : undefined;
  }

  /** The value, which must be a string, cut to about `limit` bytes. */
  kept(slot: number, limit: number): Kept {
    return keepString(this.bytes, this.#starts[slot]! + 1, this.#ends[slot]! - 1, limit);
  }

  /** True when one of the marks stands in the value as it is written in the record. */
  mentions(slot: number, marks: readonly Buffer[]): boolean {
    const value = this.bytes.subarray(this.#starts[slot]!, this.#ends[slot]!);
    return this.has(slot) && marks.some((mark) => value.includes(mark));
  }

  /** The value parsed whole; undefined where it is absent or no JSON. */
  value(slot: number): unknown {
    const start = this.#starts[slot]!;
    return start < 0 ? undefined : parse(this.bytes, start, this.#ends[slot]!);
  }

  /** The asked members of the value when it is an object; the others are not decoded. */
  object(slot: number, names: Names): Record<string, unknown> | undefined {
    if (this.first(slot) !== 123) return undefined;
    const { bytes } = this;
    const limit = this.#ends[slot]!;
    const found: Record<string, unknown> = {};
    walkObject(bytes, this.#starts[slot]!, limit, (keyStart, keyEnd, value) => {
      const end = endOfValue(bytes, value, limit);
      const asked = end < 0 ? -1 : names.slotOf(bytes, keyStart, keyEnd);
      if (asked >= 0) found[names.list[asked]!] = parse(bytes, value, end);
      return end;
    });
    return found;
  }
}

/** The JSON value between the offsets; a string is cut where it is over `wholeLimit`. */
function parse(bytes: Buffer, start: number, end: number): unknown {
  if (bytes[start] === 34) return keepString(bytes, start + 1, end - 1, wholeLimit).text;
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    return undefined;
  }
}
