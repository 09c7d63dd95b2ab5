import {
  closeSync,
  existsSync,
  readdirSync,
  readSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { moveFile } from './move-file.ts';
import { openRegular, readRegular } from './open-regular.ts';
import { sweep } from './temporary.ts';
import { createWhole, replaceWhole } from './whole-file.ts';

/** Small files of the state folder, for code that must go on whatever the disk says. Folders 0700, files 0600. */

/** The text of a file; undefined when it is absent, unreadable or no regular file (a device may never end). */
export function readSmall(path: string): string | undefined {
  try {
    return readRegular(path)?.bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

/** The beginning of a file as text, `limit` bytes at most; undefined as above. */
export function readStart(path: string, limit: number): string | undefined {
  let file: number | undefined;
  try {
    const opened = openRegular(path);
    if (opened === undefined) return undefined;
    file = opened.descriptor;
    const bytes = Buffer.allocUnsafe(Math.min(limit, opened.stat.size));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Replaces a file as a whole, so that no reader ever sees a part of it. False when the disk refuses. */
export function replaceSmall(path: string, text: string | Uint8Array): boolean {
  try {
    makeFolder(dirname(path));
    return replaceWhole(path, text, small);
  } catch {
    return false;
  }
}

/** Makes a file with all its text; of all who do so exactly one makes it. False when it is there. Throws what the system says. */
export function createSmall(path: string, text: string): boolean {
  makeFolder(dirname(path));
  return createWhole(path, text, small);
}

/** The text of a file that only one process can make: this one's, or that of another. Undefined when the disk refuses. */
export function firstText(path: string, text: string): string | undefined {
  try {
    return createSmall(path, text) ? text : readSmall(path);
  } catch {
    return readSmall(path);
  }
}

const small = { mode: 0o600, flushed: false };

/** Removes a file; nothing happens when it is gone already. */
export function removeSmall(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or not ours to remove: either way it is not needed.
  }
}

/** Removes a folder that is empty, but for what killed writers left; one that is not stays. */
export function removeEmptyFolder(path: string): void {
  sweep(path);
  try {
    rmdirSync(path);
  } catch {
    // Not empty, or gone.
  }
}

/** Names in a folder, sorted by code unit; empty when it is absent. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

/** Size in bytes and time of the last change of a file, in milliseconds; undefined when it is absent. */
export function sizeAndTime(path: string): { size: number; modifiedMs: number } | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, modifiedMs: mtimeMs };
  } catch {
    return undefined;
  }
}

/** Whether something is there; faster than asking what. */
export function isThere(path: string): boolean {
  return existsSync(path);
}

/** Moves a file to another place, whose folder is made. False when it is gone, or the disk refuses. */
export function moveSmall(from: string, to: string): boolean {
  try {
    makeFolder(dirname(to));
    moveFile(from, to);
    return true;
  } catch {
    return false;
  }
}

/** True for a file that others than its owner may read, or that is no ordinary one. Windows says nothing of that. */
export function isOpenFile(path: string): boolean {
  const stat = statSync(path);
  return !stat.isFile() || (process.platform !== 'win32' && (stat.mode & 0o077) !== 0);
}
