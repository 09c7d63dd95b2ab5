import { fingerprint } from '../../core/hash.ts';

/** Where a text stands: in the model's own items, or in what the client tells of them. */
export type Side = 'item' | 'event' | 'completed';

export type ToldMemory = [key: string, sides: Side[]][];

const most = 64;
const carried = 24;

/**
 * This client writes most texts twice, in two kinds of rows and in either order. A text is told at its first row;
 * the row of another kind that repeats it is then known. The same text twice in one kind of row is two texts.
 */
export class Told {
  #entries: ToldMemory = [];

  /** True when the text is to be told. `what` keeps texts of different speakers apart. */
  isNew(what: string, text: string, side: Side): boolean {
    const key = `${what} ${fingerprint(text.trim())}`;
    const repeated = this.#entries.find(([known, sides]) => known === key && !sides.includes(side));
    if (repeated !== undefined) {
      repeated[1].push(side);
      return false;
    }
    this.#entries.push([key, [side]]);
    if (this.#entries.length > most) this.#entries.shift();
    return true;
  }

  memory(): ToldMemory {
    return this.#entries.slice(-carried);
  }

  restore(memory: unknown): void {
    if (!Array.isArray(memory)) return;
    this.#entries = memory.filter(
      (entry): entry is [string, Side[]] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]),
    );
  }
}
