import { isLeftValue, type Left, withLeft } from './left.ts';

/** Where a turn of the person began. */
export interface Turn {
  /** By what the host names it; empty where it has no name. */
  key: string;
  offset: number;
  time?: string;
}

/** A turn as it goes from one reading to the next. */
type Kept = [key: string, offset: number, ms?: number];

export interface TurnsMemory {
  turns: Kept[];
  left: Left;
}

/** Turns and ranges that are known at most: a record with more forgets the oldest. */
const most = 2_000;
const carried = 120;

/** Follows the turns of a record that count, for readers of records in which turns are taken back from the end. */
export class Turns {
  #turns: Turn[] = [];
  #left: Left = [];

  get left(): Left {
    return this.#left;
  }

  get last(): Turn | undefined {
    return this.#turns.at(-1);
  }

  get count(): number {
    return this.#turns.length;
  }

  /** Index of the last turn that counts with this name; -1 where there is none. */
  findLast(key: string): number {
    return this.#turns.findLastIndex((turn) => turn.key === key);
  }

  /** The same for a turn that may stand in several rows of one name, one behind the other: its first. */
  find(key: string): number {
    let index = this.findLast(key);
    while (index > 0 && this.#turns[index - 1]!.key === key) index -= 1;
    return index;
  }

  begin(turn: Turn): void {
    this.#turns.push(turn);
    if (this.#turns.length > most) this.#turns.shift();
  }

  /** Takes back the last turns, or all where there are fewer. */
  takeBackLast(count: number, to: number): Turn | undefined {
    return this.takeBack(Math.max(0, this.#turns.length - count), to);
  }

  /** Takes back the turn at an index and all behind it, up to a place; the first that was taken back, if any. */
  takeBack(index: number, to: number): Turn | undefined {
    const [first] = this.#turns.splice(index);
    if (first === undefined) return undefined;
    this.#left = withLeft(this.#left, first.offset, to).slice(-most);
    return first;
  }

  memory(): TurnsMemory {
    const turns = this.#turns.slice(-carried).map(({ key, offset, time }): Kept => {
      const ms = Date.parse(time ?? '');
      return Number.isNaN(ms) ? [key, offset] : [key, offset, ms];
    });
    return { turns, left: this.#left.slice(-carried) };
  }

  restore(memory: unknown): void {
    const { turns, left } = (memory ?? {}) as Partial<TurnsMemory>;
    if (!Array.isArray(turns) || !isLeftValue(left)) return;
    this.#left = left;
    this.#turns = turns.flatMap(([key, offset, ms]) =>
      typeof key === 'string' && typeof offset === 'number'
        ? [{ key, offset, ...(typeof ms === 'number' ? { time: timeText(ms) } : {}) }]
        : [],
    );
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
