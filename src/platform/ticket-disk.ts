import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { basename } from 'node:path';
import type { TicketDisk } from '../app/ticket/ports.ts';
import { Fault } from '../core/errors.ts';
import { fingerprint } from '../core/hash.ts';
import { atWork } from './at-work.ts';
import { namesIn } from './small-files.ts';
import { systemFault } from './system-fault.ts';
import { heldMark, isSpare, sweep, textMark } from './temporary.ts';
import { createWhole, holdBeside, replaceWhole } from './whole-file.ts';

const longestHead = 64 * 1024;
/** A ticket is read and written by agents; what has more lines is none, and would take seconds to look through. */
const mostLines = 20_000;
let headBytes: Buffer | undefined;

/** Tickets on disk: files that people, agents and their editors write at any time. */
export const ticketDisk: TicketDisk = {
  read(path, limit) {
    const size = ordinarySize(path);
    if (size === undefined) return undefined;
    if (size > limit) {
      const megabytes = (size / 1024 / 1024).toFixed(1);
      throw new Fault('refused', `${path} has ${megabytes} MB; the maximum for a ticket is 2 MB.`, {
        hint: 'Move what need not be read again into separate files, and name them in files_to_load.',
      });
    }
    try {
      const bytes = readOrdinary(path);
      if (hasMoreLines(bytes, mostLines)) throw tooManyLines(path);
      return bytes;
    } catch (error) {
      if (error instanceof Fault) throw error;
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
      file = openOrdinary(path);
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
      hideFromGit(path);
      return createWhole(path, content, { mode: 0o644, flushed: true });
    } catch (error) {
      throw systemFault('unwritable', 'made', path, error);
    }
  },

  replace(path, expected, content) {
    hideFromGit(path);
    const held = holdBeside(path, `${fingerprint(basename(path))}-${textMark(expected)}`);
    try {
      const hold = held?.path ?? path;
      if (!same(readOrdinary(hold), expected)) return 'changed';
      const { mode, uid, gid, ino } = lstatSync(path);
      const how = { mode: mode & 0o777, flushed: true, owner: { uid, gid } };
      const isStill = () => held === undefined || lstatSync(path).ino === ino;
      if (lstatSync(hold).ino !== ino || !replaceWhole(path, content, how, isStill))
        return 'changed';
      const now = held && readOrNone(hold);
      return now === undefined || same(now, expected) ? 'written' : { overtaken: now };
    } catch (error) {
      throw systemFault('unwritable', 'written', path, error);
    } finally {
      held?.letGo();
    }
  },

  leftIn(folder) {
    const found: { name: string; bytes: Uint8Array }[] = [];
    sweep(folder, (path) => {
      const bytes = isSpare(path) ? undefined : readOrNone(path);
      if (bytes === undefined) return true;
      const name = namesIn(folder).find((each) => fingerprint(each) === heldMark(path)?.name);
      found.push({ name: name ?? 'unknown.md', bytes });
      return true;
    });
    return found;
  },
};

/** What git shows must not hold what is still being written: a file that hides itself, too, where there is a repository. */
function hideFromGit(path: string): void {
  const [, project] = /^(.*)\/\.holdfast\//.exec(path) ?? [];
  if (project === undefined || !existsSync(`${project}/.git`)) return;
  const place = `${project}/.holdfast/.gitignore`;
  try {
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return;
    const text = '# What Holdfast is just writing, and this file.\n/.gitignore\n.holdfast-*\n';
    createWhole(place, text, { mode: 0o644, flushed: false });
  } catch {
    // It is shown then, for a moment.
  }
}

/** Size of an ordinary file; undefined when nothing is there. */
function ordinarySize(path: string): number | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isFile()) return stat.size;
    const what = stat.isSymbolicLink() ? 'a symbolic link' : 'not a regular file';
    throw new Fault('refused', `${path} is ${what}; a ticket must be a regular file.`, {
      hint: 'Replace it with the file itself, then run this again.',
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw systemFault('unreadable', 'read', path, error);
  }
}

/** A link is none; and the opening of a pipe must not wait for one who writes into it. */
function openOrdinary(path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  atWork.watch?.opening(path);
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stat = fstatSync(file);
  if (stat.isFile()) {
    atWork.watch?.opened(stat.size);
    return file;
  }
  closeSync(file);
  throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL' });
}

function readOrdinary(path: string): Uint8Array {
  const file = openOrdinary(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readOrNone(path: string): Uint8Array | undefined {
  try {
    return readOrdinary(path);
  } catch {
    return undefined;
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function hasMoreLines(bytes: Uint8Array, most: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

function tooManyLines(path: string): Fault {
  return new Fault(
    'refused',
    `${path} has more than ${mostLines} lines, the maximum for a ticket.`,
    {
      hint: 'Move what need not be read again into separate files, and name them in files_to_load.',
    },
  );
}
