import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import type { Disk } from '../app/install/disk.ts';
import { Fault } from '../core/errors.ts';
import { atomicWrite, writeUnlinked } from './atomic-write.ts';
import { files } from './files.ts';
import { landingOf } from './landing.ts';
import { setFileMode } from './move-file.ts';
import { readRegular } from './open-regular.ts';
import { systemFault } from './system-fault.ts';

/** The machine's files, for the use cases that change some. */
export const disk: Disk = {
  ...files,

  readBytes(path) {
    try {
      if (statSync(path).isDirectory()) return readFileSync(path);
      const read = readRegular(path);
      if (read === undefined) throw new Error('it is no regular file');
      return read.bytes;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw systemFault('unreadable', 'read', path, error);
    }
  },

  landing: landingOf,

  write: atomicWrite,

  writeUnlinked,

  makeFolder(path, mode = 0o700) {
    try {
      return mkdirSync(path, { recursive: true, mode });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        throw new Fault(
          'unwritable',
          `${path} cannot be created: a file is in the place of a folder.`,
          {
            hint: 'Move the file away, or name another folder, then run this again.',
            cause: error,
          },
        );
      }
      throw systemFault('unwritable', 'made', path, error);
    }
  },

  remove(path) {
    try {
      unlinkSync(path);
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw systemFault('unwritable', 'removed', path, error);
    }
  },

  removeFolder(path) {
    if (files.stat(path) === undefined) return false;
    try {
      // Windows removes nothing that a program has open, which may be for a moment only.
      rmSync(path, { recursive: true, maxRetries: process.platform === 'win32' ? 5 : 0 });
      return true;
    } catch (error) {
      throw systemFault('unwritable', 'removed', path, error);
    }
  },

  removeIfEmpty(path) {
    try {
      rmdirSync(path);
    } catch {
      // It holds something, or is gone.
    }
  },

  setMode(path, mode) {
    try {
      setFileMode(landingOf(path), mode);
    } catch {
      // It is gone, or not ours: it stays as the other program left it.
    }
  },

  modeOf(path) {
    try {
      return statSync(path).mode & 0o777;
    } catch {
      return undefined;
    }
  },
};

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
