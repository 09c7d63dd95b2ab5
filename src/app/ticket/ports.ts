export type { Generations } from '../../core/lock.ts';

/** What is asked of the machine about processes. */
export interface Processes {
  /** What tells the process from all others of its number; undefined when there is none. */
  identity(pid: number): string | undefined;
}

/** How a file was replaced. `changed`: it no longer held what was expected, and was left alone. */
export type Replaced = 'written' | 'changed' | { overtaken: Uint8Array };

/** A file as a folder shows it. */
export interface FileStamp {
  name: string;
  /** False for a link, a folder or a device. */
  ordinary: boolean;
  /** Number, size and times of the file: one of them changes whenever the file does. */
  stamp: readonly number[];
  /** When it was last changed, in milliseconds since 1970. */
  changedMs: number;
}

/** What tickets ask of the machine beyond reading and writing files. */
export interface TicketDisk {
  /** Bytes of an ordinary file; undefined when nothing is there. Throws a Fault for a link, a folder or a device. */
  read(path: string, limit: number): Uint8Array | undefined;
  /** The files of a folder whose names are wanted, in the order of their names; empty when it is absent. */
  stamps(folder: string, wanted: (name: string) => boolean): FileStamp[];
  /** The first bytes of an ordinary file, as text; undefined for everything else. Never throws. */
  head(path: string, bytes: number): string | undefined;
  /** Makes a file that is not there yet, whole; false when something is. */
  create(path: string, content: string): boolean;
  /**
   * Puts `content` in place of a file that holds `expected`, whole or not at all. `overtaken`: it was written, and
   * while that happened another program wrote what is given here into the old file.
   */
  replace(path: string, expected: Uint8Array, content: string): Replaced;
  /**
   * Removes what killed writers left in a folder. Gives what other programs had written into a file just before it was
   * replaced, with the name of that file: nobody else has it any more.
   */
  leftIn(folder: string): { name: string; bytes: Uint8Array }[];
}
