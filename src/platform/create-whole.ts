import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';

/**
 * Makes a file that is not there yet, with all its text at once, so that no reader ever sees a part of it; of all who do so
 * exactly one makes it. False when something is there. On disks without hard links the file is there before its text is.
 * Throws what the system says, and leaves nothing behind. `temporary`: a name beside it that nobody else uses. `flushed`: it
 * must outlive a machine that stops; that takes long.
 */
export function createWhole(
  path: string,
  temporary: string,
  text: string,
  mode: number,
  flushed: boolean,
): boolean {
  try {
    writeWhole(temporary, text, mode, flushed);
    try {
      linkSync(temporary, path);
    } finally {
      unlinkSync(temporary);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!withoutLinks.has(code ?? '')) throw error;
    return createFirst(path, text, mode);
  }
}

/** Writes a file with this mode. `flushed`: to the disk itself. */
export function writeWhole(path: string, text: string, mode: number, flushed: boolean): void {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fchmodSync(descriptor, mode);
    if (flushed) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What disks without hard links answer. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function createFirst(path: string, text: string, mode: number): boolean {
  try {
    writeFileSync(path, text, { mode, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
