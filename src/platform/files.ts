import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import type { FileStat, Files } from '../app/ports.ts';

const defaultLimit = 16 * 1024 * 1024;

/** The machine's files, read-only. No function throws. */
export const files: Files = {
  readText(path, limit = defaultLimit) {
    try {
      const stat = statSync(path);
      if (!stat.isFile() || stat.size > limit) return undefined;
      const text = readFileSync(path, 'utf8');
      return text.startsWith('\uFEFF') ? text.slice(1) : text;
    } catch {
      return undefined;
    }
  },

  stat(path): FileStat | undefined {
    try {
      const stat = statSync(path);
      const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
      const shared = (stat.mode & 0o1002) === 0o1002;
      return { kind, size: stat.size, modifiedMs: stat.mtimeMs, inode: stat.ino, shared };
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
    try {
      const size = statSync(path).size - from;
      if (size < 0 || size > limit) return undefined;
      const bytes = Buffer.allocUnsafe(size);
      const descriptor = openSync(path, 'r');
      try {
        const length = readSync(descriptor, bytes, 0, size, from);
        return texts.some((text) => bytes.subarray(0, length).includes(text));
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return undefined;
    }
  },

  list(path) {
    try {
      return readdirSync(path).sort();
    } catch {
      return [];
    }
  },
};
