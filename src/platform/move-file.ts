import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lutimesSync,
  openSync,
  renameSync,
} from 'node:fs';

/** How often a move is tried on Windows, and how long the pauses between are, in milliseconds: a second in all. */
const mostTries = 40;
const pauseMs = 25;

/**
 * The door through which a file that is there gets another name or place. What stood there is replaced, a link too, and
 * never written through. Windows refuses that while any program has the file open, as those do that look for viruses or make an
 * index: there it is tried for a second. Throws what the system says.
 */
export function moveFile(from: string, to: string): void {
  if (process.platform !== 'win32') {
    renameSync(from, to);
    return;
  }
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (tries === mostTries || !isHeld(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function isHeld(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Gives a file of ours the time of now as that of its last change. Throws what the system says. */
export function touchFile(path: string): void {
  const now = Date.now() / 1000;
  lutimesSync(path, now, now);
}

/** Gives a regular file other permission bits. Throws what the system says, also for a link. */
export function setFileMode(path: string, mode: number): void {
  const descriptor = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}
