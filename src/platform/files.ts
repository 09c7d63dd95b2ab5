import { closeSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { FileStat, Files } from '../app/ports.ts';
import { fillFrom, openRegular, readRegular } from './open-regular.ts';

const defaultLimit = 16 * 1024 * 1024;

/** The machine's files, read-only. No function throws. */
export const files: Files = {
  readText(path, limit = defaultLimit) {
    try {
      const text = readRegular(path, limit)?.bytes.toString('utf8');
      return text?.startsWith('\uFEFF') ? text.slice(1) : text;
    } catch {
      return undefined;
    }
  },

  stat(path): FileStat | undefined {
    try {
      const stat = statSync(path);
      const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
      const shared = (stat.mode & 0o1002) === 0o1002;
      return {
        kind,
        size: stat.size,
        modifiedMs: stat.mtimeMs,
        changedMs: stat.ctimeMs,
        inode: stat.ino,
        shared,
      };
    } catch {
      return undefined;
    }
  },

  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return undefined;
    }
  },

  mentions(path, from, texts, limit) {
    const bytes = bytesFrom(path, from, limit);
    return bytes && texts.some((text) => bytes.includes(text));
  },

  textFrom: (path, from, limit) => bytesFrom(path, from, limit)?.toString('utf8'),

  list(path) {
    try {
      return readdirSync(path).sort();
    } catch {
      return [];
    }
  },
};

/** What stands behind an offset; undefined where that is more than `limit` bytes, or cannot be read. */
function bytesFrom(path: string, from: number, limit: number): Buffer | undefined {
  try {
    const opened = openRegular(path);
    if (opened === undefined) return undefined;
    const { descriptor, stat } = opened;
    try {
      const size = stat.size - from;
      if (size < 0 || size > limit) return undefined;
      const bytes = Buffer.allocUnsafe(size);
      return bytes.subarray(0, fillFrom(descriptor, bytes, from));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
