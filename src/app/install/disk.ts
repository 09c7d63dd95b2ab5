import type { Files } from '../ports.ts';

/** What use cases that change files ask of the machine. Every function but those of `Files` may throw a Fault. */
export interface Disk extends Files {
  /** The bytes of a file; undefined when nothing is there. */
  readBytes(path: string): Uint8Array | undefined;
  /** The path that a write lands at, through symbolic links, also when nothing is there yet. */
  landing(path: string): string;
  /** Writes whole or not at all, through symbolic links. `mode` for a new file and, when given, for an old one too. */
  write(path: string, content: string | Uint8Array, mode?: number): void;
  /** The same, but what stands there and is a symbolic link, one to nowhere included, is refused with a Fault. */
  writeUnlinked(path: string, content: string | Uint8Array, mode?: number): void;
  /** Makes a folder with its parents; the topmost folder that had to be made, or undefined. */
  makeFolder(path: string, mode?: number): string | undefined;
  /** Removes a file or link; false when nothing was there. */
  remove(path: string): boolean;
  /** Removes a folder with all that is in it; false when nothing was there. */
  removeFolder(path: string): boolean;
  /** Removes a folder if nothing is in it. */
  removeIfEmpty(path: string): void;
  /** Permission bits of what is there. */
  modeOf(path: string): number | undefined;
  /** Gives a file its permission bits again, where it is a file and ours. Never throws. */
  setMode(path: string, mode: number): void;
}
