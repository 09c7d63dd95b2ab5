import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Replaced, TicketDisk } from '../app/ticket/ports.ts';
import { Fault } from '../core/errors.ts';
import { createWhole, writeWhole } from './create-whole.ts';
import { namesIn, removeSmall } from './small-files.ts';
import { systemFault } from './system-fault.ts';

const longestHead = 64 * 1024;
let headBytes: Buffer | undefined;

/** Tickets on disk: files that people, agents and their editors write at any time. */
export const ticketDisk: TicketDisk = {
  read(path, limit) {
    const size = ordinarySize(path);
    if (size === undefined) return undefined;
    if (size > limit) {
      const megabytes = (size / 1024 / 1024).toFixed(1);
      throw new Fault('refused', `${path} has ${megabytes} MB; a ticket has 2 MB at most.`, {
        hint: 'Move what need not be read again into files of its own, and name them in files_to_load.',
      });
    }
    try {
      return readFileSync(path);
    } catch (error) {
      throw systemFault('unreadable', 'read', path, error);
    }
  },

  stamps(folder, wanted) {
    return namesIn(folder)
      .filter(wanted)
      .flatMap((name) => {
        try {
          const stat = lstatSync(`${folder}/${name}`);
          const { ino, size, mtimeMs, ctimeMs } = stat;
          const stamp = [ino, size, mtimeMs, ctimeMs];
          return [{ name, ordinary: stat.isFile(), stamp, changedMs: Math.max(mtimeMs, ctimeMs) }];
        } catch {
          // It was taken away meanwhile.
          return [];
        }
      });
  },

  head(path, bytes) {
    let file: number | undefined;
    try {
      // A link is none; and the opening of a pipe must not wait for one who writes into it.
      file = openSync(
        path,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      headBytes ??= Buffer.allocUnsafeSlow(longestHead);
      return headBytes.toString(
        'utf8',
        0,
        readSync(file, headBytes, 0, Math.min(bytes, longestHead), 0),
      );
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  },

  create(path, content) {
    try {
      return createWhole(path, beside(path, 'tmp'), content, 0o644, true);
    } catch (error) {
      throw systemFault('unwritable', 'made', path, error);
    }
  },

  replace(path, expected, content) {
    const temporary = beside(path, 'tmp');
    const kept = beside(path, 'old');
    try {
      const hold = keep(path, kept);
      if (!same(readFileSync(hold), expected)) return 'changed';
      writeWhole(temporary, content, statSync(path).mode & 0o777, true);
      if (hold === kept && lstatSync(path).ino !== statSync(kept).ino) return 'changed';
      renameSync(temporary, path);
      return hold === kept ? overtaken(kept, expected) : 'written';
    } catch (error) {
      throw systemFault('unwritable', 'written', path, error);
    } finally {
      removeSmall(temporary);
      removeSmall(kept);
    }
  },
};

/** Size of an ordinary file; undefined when nothing is there. */
function ordinarySize(path: string): number | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isFile()) return stat.size;
    const what = stat.isSymbolicLink() ? 'a symbolic link' : 'no ordinary file';
    throw new Fault('refused', `${path} is ${what}; a ticket is a file of its own.`, {
      hint: 'Put the file itself there, then run this again.',
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw systemFault('unreadable', 'read', path, error);
  }
}

/** A second name for what stands there now, so that it is still there to look at when the path leads elsewhere. */
function keep(path: string, kept: string): string {
  try {
    linkSync(path, kept);
    return kept;
  } catch {
    return path;
  }
}

function overtaken(kept: string, expected: Uint8Array): Replaced {
  const now = readFileSync(kept);
  return same(now, expected) ? 'written' : { overtaken: now };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function beside(path: string, ending: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${ending}`);
}
