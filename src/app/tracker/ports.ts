/** Messages on disk on their way to a tracker, by name, in the order in which they came. */
export interface OutboxDisk {
  /** Names of those that wait. */
  waiting(): string[];
  read(name: string): string | undefined;
  /** Puts one in; false when one of that name waits, is on its way, or went out. */
  put(name: string, text: string): boolean;
  /** Takes one to send it, alone among all processes; false when another has it. */
  take(name: string): boolean;
  /** It went out, or must not be tried again: remembered, so that the same is never sent twice. */
  finish(name: string, how: 'sent' | 'unsure' | 'failed', text: string): void;
  /** It did not go out: it waits again. */
  putBack(name: string, text: string): void;
  /** Names of those that some process is sending. */
  onTheirWay(): string[];
  /** The digest of the description that was written last for a task, by a key; undefined where none was. */
  written(key: string): string | undefined;
  noteWritten(key: string, digest: string): void;
  /** Those that were taken by processes that died: nobody knows whether they went out. */
  abandoned(): string[];
}

/** How a program ended. `unknown`: it was ended in the middle, so that it may have done its work. */
export type SendResult =
  | { how: 'ok' }
  | { how: 'failed'; why: string }
  | { how: 'unknown'; why: string };
