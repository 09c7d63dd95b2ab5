import { accessSync, constants, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { moveFile, setFileMode } from './move-file.ts';
import { createSmall } from './small-files.ts';

/** What stands at the place of the index. */
export interface Standing {
  state: 'there' | 'refused';
  inode: number;
  /** The system's code, where it refused. */
  reason?: string;
}

/** Sees to it that there is a file for our user alone, an empty one where there was none. */
export function makeFile(path: string): Standing {
  try {
    makeFolder(dirname(path));
    const known = standingOf(path);
    // The library would write through a link.
    if (isLink(path)) return { state: 'refused', inode: 0, reason: 'ELOOP' };
    if (known !== undefined) {
      accessSync(path, constants.R_OK | constants.W_OK);
      accessSync(dirname(path), constants.W_OK);
      if ((statSync(path).mode & 0o077) !== 0) setFileMode(path, 0o600);
      return known;
    }
    createSmall(path, '');
    return standingOf(path) ?? { state: 'refused', inode: 0 };
  } catch (error) {
    return { state: 'refused', inode: 0, reason: (error as NodeJS.ErrnoException).code };
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function standingOf(path: string): Standing | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { state: 'there', inode: stat.ino };
}

/** Moves the file away unless another process did; returns where to. One that was moved before goes. */
export function setAside(path: string, inode: number): string | undefined {
  const move = (): string | undefined => {
    if (standingOf(path)?.inode !== inode) return undefined;
    for (const old of asideOf(path)) rmSync(old, { force: true });
    const moved = `${path}.set-aside-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`;
    moveFile(path, moved);
    removeBeside(path);
    return moved;
  };
  return withLock(`${path}.lock`, move, () => undefined);
}

/** Removes an index, unless it is another one by now. */
export function removeFiles(path: string, inode: number): void {
  const remove = (): void => {
    if (standingOf(path)?.inode !== inode) return;
    rmSync(path, { force: true });
    removeBeside(path);
  };
  withLock(`${path}.lock`, remove, () => undefined);
}

/** Removes every trace of an index, what was set aside too; true where there was one. */
export function removeIndex(path: string): boolean {
  const there = [path, ...asideOf(path)].filter((one) => standingOf(one) !== undefined);
  for (const one of there) rmSync(one, { force: true });
  removeBeside(path);
  return there.length > 0;
}

/** Files that were set aside. */
function asideOf(path: string): string[] {
  const folder = dirname(path);
  const start = `${basename(path)}.set-aside-`;
  if (standingOf(folder) === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name));
}

function removeBeside(path: string): void {
  for (const end of ['-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
}
