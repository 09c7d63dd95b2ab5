import type { Bare } from '../rows/bare-item.ts';
import { isLeftValue, isSameLeft, type Left, withLeft } from './left.ts';

/** Rows that follow each other in the record and in the tree. */
interface Branch {
  start: number;
  /** The branch that it goes out from, and the place of the row there; absent for one from the root. */
  from?: { branch: number; offset: number };
}

/** A row by its branch, its place and its time. */
type Place = [branch: number, offset: number, ms?: number];

export interface TreeMemory {
  branches: Branch[];
  rows: [id: string, ...place: Place][];
  left: Left;
}

const most = 200_000;
const carried = 60;

/**
 * Follows a record whose rows name their parents. What is not on the way from the root to the last row does not count;
 * going back to a branch that was left brings it back.
 */
export class Tree {
  #branches: Branch[] = [];
  #rows = new Map<string, Place>();
  #left: Left = [];
  #last: string | undefined;
  #resumed = false;

  /** A row in the order of the record; `parent` null: it begins at the root. What it takes back or brings back, where it does. */
  row(id: string, parent: string | null, offset: number, time?: string): Bare | undefined {
    const follows = this.#last === undefined || parent === this.#last;
    const known = parent === null || this.#rows.has(parent);
    // A parent that is nowhere to be found: the row is taken for one that follows.
    const goesOn = this.#branches.length > 0 && (follows || !known);
    const unsure = !follows && !known && this.#resumed;
    const from = parent === null ? undefined : this.#rows.get(parent);
    if (!goesOn) this.#begin(from, offset);
    this.#remember(id, offset, time);
    if (unsure) return { type: 'rewind', left: this.#left, unsure: true };
    if (goesOn) return undefined;
    const left = this.#offPath(offset);
    if (isSameLeft(left, this.#left)) return undefined;
    this.#left = left;
    // What came behind the row that is gone on from, or everything.
    const ms = from === undefined ? 0 : from[2];
    return {
      type: 'rewind',
      left,
      ...(ms === undefined ? {} : { since: new Date(ms).toISOString() }),
    };
  }

  #begin(at: Place | undefined, offset: number): void {
    this.#branches.push(
      at === undefined
        ? { start: offset }
        : { start: offset, from: { branch: at[0], offset: at[1] } },
    );
  }

  #remember(id: string, offset: number, time: string | undefined): void {
    this.#last = id;
    const ms = Date.parse(time ?? '');
    const branch = this.#branches.length - 1;
    this.#rows.set(id, Number.isNaN(ms) ? [branch, offset] : [branch, offset, ms]);
    if (this.#rows.size <= most) return;
    const oldest = this.#rows.keys().next();
    if (!oldest.done) this.#rows.delete(oldest.value);
  }

  /** All places before the last branch that are not on its way from the root. */
  #offPath(offset: number): Left {
    const path: [number, number][] = [];
    let branch = this.#branches.at(-1);
    while (branch?.from !== undefined) {
      const above: Branch | undefined = this.#branches[branch.from.branch];
      if (above !== undefined) path.push([above.start, branch.from.offset + 1]);
      branch = above;
    }
    let left: Left = [];
    let at = this.#branches[0]!.start;
    for (const [start, end] of path.reverse()) {
      left = withLeft(left, at, start);
      at = end;
    }
    return withLeft(left, at, offset);
  }

  memory(): TreeMemory {
    const rows = [...this.#rows]
      .slice(-carried)
      .map(([id, place]): TreeMemory['rows'][number] => [id, ...place]);
    return { branches: this.#branches, rows, left: this.#left };
  }

  restore(memory: unknown): void {
    const { branches, rows, left } = (memory ?? {}) as Partial<TreeMemory>;
    if (!Array.isArray(branches) || !Array.isArray(rows) || !isLeftValue(left)) return;
    this.#resumed = true;
    this.#branches = branches;
    this.#left = left;
    for (const [id, ...place] of rows) this.#rows.set(String(id), place);
    this.#last = rows.at(-1)?.[0];
  }
}
