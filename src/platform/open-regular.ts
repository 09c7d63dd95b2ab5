import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { atWork } from './at-work.ts';

// A pipe does not wait for a writer then, nor a kernel's file for more; a terminal does not become ours.
const { O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/**
 * The one door for reading a file whose path comes from outside. What is no regular file (a pipe, a device, a socket, a
 * folder) is `undefined`, and nothing read of a regular one ever waits. Throws what the system says where there is none.
 */
export function openRegular(path: string): { descriptor: number; stat: Stats } | undefined {
  atWork.watch?.opening(path);
  const descriptor = openSync(path, constants.O_RDONLY | O_NONBLOCK | O_NOCTTY);
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFile()) {
      atWork.watch?.opened(stat.size);
      return { descriptor, stat };
    }
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  return undefined;
}

/**
 * All of a regular file, `limit` bytes at most: its size when it was opened counts, so that nothing that grows or that has
 * no end is read for ever. `undefined` when it is larger, or no regular file. Throws what the system says where there is none.
 */
export function readRegular(
  path: string,
  limit = Number.POSITIVE_INFINITY,
): { bytes: Buffer; stat: Stats } | undefined {
  const opened = openRegular(path);
  if (opened === undefined) return undefined;
  const { descriptor, stat } = opened;
  try {
    if (stat.size > limit) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    return { bytes: bytes.subarray(0, fillFrom(descriptor, bytes, 0)), stat };
  } finally {
    closeSync(descriptor);
  }
}

/** Fills a buffer from a place in a file. Returns how many bytes there were. */
export function fillFrom(descriptor: number, bytes: Buffer, from: number): number {
  let held = 0;
  while (held < bytes.length) {
    const count = readSync(descriptor, bytes, held, bytes.length - held, from + held);
    if (count === 0) break;
    held += count;
  }
  return held;
}
