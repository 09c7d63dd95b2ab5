import { closeSync, fstatSync } from 'node:fs';
import { appendLines, openForAppend, writeLines } from './append-line.ts';

interface Open {
  descriptor: number;
  /** Bytes of the file after our last line. */
  size: number;
}

/**
 * Appends lines as `appendLines` does, for a process that lives long and appends to few files often: they stay open. A
 * file that somebody else wrote to since is looked at anew, so that a torn line of theirs is closed first; one that was
 * replaced or removed is not written to any more.
 */
export class LineAppender {
  readonly #open = new Map<string, Open>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  append(path: string, lines: readonly string[]): void {
    const known = this.#open.get(path);
    if (known !== undefined) {
      const { size, nlink } = fstatSync(known.descriptor);
      if (nlink > 0 && size === known.size) {
        known.size += writeLines(known.descriptor, `${lines.join('\n')}\n`);
        return;
      }
      this.#close(path, known);
    }
    appendLines(path, lines);
    this.#keep(path);
  }

  #keep(path: string): void {
    const descriptor = openForAppend(path);
    this.#open.set(path, { descriptor, size: fstatSync(descriptor).size });
    if (this.#open.size <= this.#most) return;
    const [oldest, open] = this.#open.entries().next().value!;
    this.#close(oldest, open);
  }

  #close(path: string, { descriptor }: Open): void {
    this.#open.delete(path);
    closeSync(descriptor);
  }
}
