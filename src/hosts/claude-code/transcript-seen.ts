/** What one reading hands to the next about the rows it saw. */
export interface SeenMemory {
  /** Hashes of the last ids, oldest first. */
  recent: number[];
  /** Time of the oldest of them: a row with an earlier time was there before. */
  horizon?: string;
}

/** A table begins small, since most records are, and touching fresh memory costs a hook more than the work in it. */
const firstSlots = 1_024;
const slots = 65_536;
/** How many of the last ids go from one reading to the next. */
const carried = 200;

/**
 * Which ids were read before, in fixed memory: two tables of 65,536 ids each; when the newer one holds 32,768
 * it becomes the older one. So an id is known for at least the 32,768 ids after it, and a copy that comes later
 * than that counts as new. Ids are kept as 52-bit hashes. From the reading before, the last 200 ids are known
 * exactly, and everything older by its time.
 */
export class SeenRows {
  #newer = new Float64Array(firstSlots);
  #older: Float64Array<ArrayBuffer> | undefined;
  #count = 0;
  #last: { hash: number; time: string | undefined }[] = [];
  #horizon: string | undefined;

  /** Notes an id with the time of its row; true when it was there. */
  add(hash: number, time?: string): boolean {
    if (this.#has(hash)) return true;
    if (this.#count >= this.#newer.length / 2) this.#makeRoom();
    put(this.#newer, hash);
    this.#count += 1;
    this.#last.push({ hash, time });
    if (this.#last.length >= 2 * carried) this.#last = this.#last.slice(-carried);
    return time !== undefined && this.#horizon !== undefined && time < this.#horizon;
  }

  #makeRoom(): void {
    if (this.#newer.length < slots) {
      this.#newer = grown(this.#newer);
      return;
    }
    const spare = this.#older ?? new Float64Array(slots);
    spare.fill(0);
    this.#older = this.#newer;
    this.#newer = spare;
    this.#count = 0;
  }

  #has(hash: number): boolean {
    return (
      contains(this.#newer, hash) || (this.#older !== undefined && contains(this.#older, hash))
    );
  }

  memory(): SeenMemory {
    const last = this.#last.slice(-carried);
    const memory: SeenMemory = { recent: last.map((entry) => entry.hash) };
    // Fewer ids than are carried: all of them are known exactly, and no time rule is needed.
    if (last.length < carried) return memory;
    const times = last.map((entry) => entry.time).filter((time) => time !== undefined);
    const earliest = times.sort()[0];
    if (earliest !== undefined) memory.horizon = earliest;
    return memory;
  }

  restore(memory: SeenMemory): void {
    const horizon = typeof memory.horizon === 'string' ? memory.horizon : undefined;
    for (const hash of memory.recent) {
      if (Number.isSafeInteger(hash) && hash > 0) this.add(hash, horizon);
    }
    this.#horizon = horizon;
  }
}

function contains(table: Float64Array, hash: number): boolean {
  let slot = hash % table.length;
  while (table[slot] !== 0) {
    if (table[slot] === hash) return true;
    slot = (slot + 1) % table.length;
  }
  return false;
}

function put(table: Float64Array, hash: number): void {
  let slot = hash % table.length;
  while (table[slot] !== 0) slot = (slot + 1) % table.length;
  table[slot] = hash;
}

/** The same hashes in a table of eight times the size. */
function grown(table: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.min(slots, table.length * 8));
  for (const hash of table) if (hash !== 0) put(larger, hash);
  return larger;
}

/**
 * A hash of 52 bits, never 0, of the bytes of an id: of its first 8 and its last 16 bytes, where all that tells
 * ids apart stands. `salt` keeps ids of different things apart.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number, salt = 0): number {
  let low = 0x811c9dc5 ^ salt;
  let high = 0x9747b28c;
  const skipped = end - start > 24 ? end - start - 24 : 0;
  for (let at = start; at < end; at += 1) {
    if (skipped > 0 && at === start + 8) at += skipped;
    low = Math.imul(low ^ bytes[at]!, 0x01000193);
    high = Math.imul(high ^ bytes[at]!, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 4_294_967_296 + (low >>> 0) || 1;
}
