import { fingerprint } from '../hash.ts';
import type { Bare } from '../rows/bare-item.ts';
import { isLeftValue, type Left, withLeft } from './left.ts';

interface Row {
  offset: number;
  time?: string;
}

/** A row as it goes from one reading to the next. */
type Kept = [key: string, offset: number];

export interface RowsMemory {
  rows: Kept[];
  left: Left;
}

const most = 50_000;
const carried = 60;
const rangesCarried = 120;

/**
 * Follows the rows of a record by their ids, for readers of records in which all from one row on is taken back. A reading
 * that goes on from another one knows the last rows only, and says so where it cannot tell.
 */
export class Rows {
  #rows = new Map<string, Row>();
  #left: Left = [];
  #knowsAll = true;
  /** True where it goes on from another reading. */
  #resumed = false;

  /** A row; once more where it stands again. */
  add(id: string, offset: number, time: string | undefined): void {
    const key = keyOf(id);
    if (this.#rows.has(key)) return;
    this.#rows.set(key, time === undefined ? { offset } : { offset, time });
    if (this.#rows.size <= most) return;
    this.#knowsAll = false;
    const oldest = this.#rows.keys().next();
    if (!oldest.done) this.#rows.delete(oldest.value);
  }

  /** All from a row on is taken back; `absent`: what an unknown id means. Undefined where it means nothing. */
  takeBackFrom(id: string, to: number, absent: 'all' | 'nothing'): Bare | undefined {
    const keys = [...this.#rows.keys()];
    const found = keys.indexOf(keyOf(id));
    if (found < 0 && this.#resumed) return { type: 'rewind', left: this.#left, unsure: true };
    if (found < 0 && (absent === 'nothing' || !this.#knowsAll)) return undefined;
    const first = this.#rows.get(keys[Math.max(0, found)] ?? '');
    if (first === undefined) return undefined;
    for (const key of keys.slice(Math.max(0, found))) this.#rows.delete(key);
    this.#left = withLeft(this.#left, first.offset, to);
    const { time } = first;
    return { type: 'rewind', left: this.#left, ...(time === undefined ? {} : { since: time }) };
  }

  memory(): RowsMemory {
    const rows = [...this.#rows].slice(-carried).map(([key, { offset }]): Kept => [key, offset]);
    return { rows, left: this.#left.slice(-rangesCarried) };
  }

  restore(memory: unknown): void {
    const { rows, left } = (memory ?? {}) as Partial<RowsMemory>;
    this.#resumed = true;
    this.#knowsAll = false;
    if (!Array.isArray(rows) || !isLeftValue(left)) return;
    this.#left = left;
    for (const [key, offset] of rows) {
      if (typeof key === 'string' && typeof offset === 'number') this.#rows.set(key, { offset });
    }
  }
}

function keyOf(id: string): string {
  return fingerprint(id).slice(0, 11);
}
