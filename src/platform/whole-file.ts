import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { moveFile } from './move-file.ts';
import { sweep, temporaryName } from './temporary.ts';

/*
 * The one door through which a file is written whole. The text goes into a file of a random name in the same folder, which is
 * made exclusively and through no link, and takes the place of the old one in one step. Links that somebody put there are
 * replaced and never written through. Functions throw what the system says and leave nothing behind.
 */

export interface HowWhole {
  mode: number;
  /** It must outlive a machine that stops, its name in the folder too. That takes long. */
  flushed: boolean;
  /** Whose it is to be, where we may say so. */
  owner?: { uid: number; gid: number };
}

/** Puts a file in place of what stands there. `stillMay` is asked last; false: then nothing is changed. */
export function replaceWhole(
  path: string,
  content: string | Uint8Array,
  how: HowWhole,
  stillMay: () => boolean = () => true,
): boolean {
  const folder = dirname(path);
  const temporary = writeBeside(folder, content, how);
  try {
    if (!stillMay()) return false;
    moveFile(temporary, path);
  } finally {
    removeQuietly(temporary);
  }
  settle(folder, how);
  return true;
}

/**
 * Makes a file that is not there yet, with all its text at once, so that no reader ever sees a part of it; of all who do so
 * exactly one makes it. False when something is there. On disks without hard links it is there before its text is.
 */
export function createWhole(path: string, content: string | Uint8Array, how: HowWhole): boolean {
  const folder = dirname(path);
  const temporary = writeBeside(folder, content, how);
  try {
    linkSync(temporary, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!withoutLinks.has(code)) throw error;
    if (!createFirst(path, content, how)) return false;
  } finally {
    removeQuietly(temporary);
  }
  settle(folder, how);
  return true;
}

/**
 * Gives what stands at a path a second name beside it, so that it can be looked at once another took its place. `mark`: of two
 * fingerprints, by which `heldMark` tells what it was. Undefined where the disk has no second names.
 */
export function holdBeside(
  path: string,
  mark: string,
): { path: string; letGo(): void } | undefined {
  const held = join(dirname(path), temporaryName('old', mark));
  try {
    linkSync(path, held);
  } catch {
    return undefined;
  }
  return { path: held, letGo: () => removeQuietly(held) };
}

/** What disks without hard links answer. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function writeBeside(folder: string, content: string | Uint8Array, how: HowWhole): string {
  for (let tries = 0; ; tries += 1) {
    const path = join(folder, temporaryName('tmp'));
    try {
      fill(path, content, how);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 20) throw error;
    }
  }
}

function createFirst(path: string, content: string | Uint8Array, how: HowWhole): boolean {
  try {
    fill(path, content, how);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function fill(
  path: string,
  content: string | Uint8Array,
  { mode, flushed, owner }: HowWhole,
): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, content);
    if (owner) giveTo(descriptor, owner);
    fchmodSync(descriptor, mode);
    if (flushed) fsyncSync(descriptor);
  } catch (error) {
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function giveTo(descriptor: number, { uid, gid }: { uid: number; gid: number }): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only who may do everything can give files away.
  }
}

function settle(folder: string, { flushed }: HowWhole): void {
  if (flushed) flushFolder(folder);
  sweep(folder);
}

/** Without it a new name may be gone after a power cut, although its text is on the disk. */
function flushFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, constants.O_RDONLY);
    fsyncSync(descriptor);
  } catch {
    // Some systems and disks do not flush folders; the file itself is written.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It took its place, or was never made.
  }
}
