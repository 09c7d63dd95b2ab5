import { statSync } from 'node:fs';
import type { ClientFiles } from '../app/memory/client-file.ts';
import { atomicWrite } from './atomic-write.ts';
import { readRegular } from './open-regular.ts';

/** A client's file is not longer than that; a longer one is left alone. */
const longest = 4 * 1024 * 1024;

/** Files of a client on this machine, read and written byte for byte. */
export const clientFiles: ClientFiles = {
  read(path) {
    try {
      const read = readRegular(path, longest);
      if (read === undefined) return undefined;
      const { bytes, stat } = read;
      return { bytes: bytes.toString('latin1'), modifiedMs: stat.mtimeMs, size: stat.size };
    } catch {
      return undefined;
    }
  },
  replace(path, bytes, before) {
    try {
      const now = statSync(path);
      if (now.mtimeMs !== before.modifiedMs || now.size !== before.size) return false;
      atomicWrite(path, Buffer.from(bytes, 'latin1'), undefined, false);
      return true;
    } catch {
      return false;
    }
  },
  modifiedMs(path) {
    try {
      return statSync(path).mtimeMs;
    } catch {
      return undefined;
    }
  },
  nowMs: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
