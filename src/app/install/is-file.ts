import type { Disk } from './disk.ts';

/** Tells whether a file is there. */
export function isFileOf(disk: Disk): (path: string) => boolean {
  return (path) => disk.stat(path)?.kind === 'file';
}
