import type { IndexWriter, RecallIndex, Written } from './ports.ts';

/** Characters of text that wait to be written, at most about. */
const mostCharacters = 1_000_000;
const mostWrites = 500;

/**
 * Writes of several records that are done in one go, since each time costs as much as some thousand words. What waits is lost
 * where the process ends, and read again the next time.
 */
export class PendingWrites {
  readonly #index: RecallIndex;
  #writes: ((writer: IndexWriter) => void)[] = [];
  #keys = new Set<string>();
  #characters = 0;

  constructor(index: RecallIndex) {
    this.#index = index;
  }

  /** True where something of the record waits. */
  holds(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string, characters: number, write: (writer: IndexWriter) => void): Written {
    this.#writes.push(write);
    this.#keys.add(key);
    this.#characters += characters;
    const full = this.#characters >= mostCharacters || this.#writes.length >= mostWrites;
    return full ? this.flush() : 'done';
  }

  flush(): Written {
    const writes = this.#writes;
    if (writes.length === 0) return 'done';
    this.#writes = [];
    this.#keys = new Set();
    this.#characters = 0;
    return this.#index.write((writer) => {
      for (const write of writes) write(writer);
    });
  }
}
