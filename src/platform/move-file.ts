import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lutimesSync,
  openSync,
  renameSync,
} from 'node:fs';

/**
 * The door through which a file that is there gets another name or place. What stood there is replaced, a link too, and
 * never written through. Throws what the system says.
 */
export function moveFile(from: string, to: string): void {
  renameSync(from, to);
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
