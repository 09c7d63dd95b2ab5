import { closeSync, readSync } from 'node:fs';
import type { OpenRecord, RecordFiles } from '../app/read-record.ts';
import { openRegular } from './open-regular.ts';

const chunk = 1_048_576;
/** A record may grow while it is read by so many bytes; one of no size is a kernel's file, which may have no end. */
const growth = 16 * 1_048_576;
/** A longer line is left out. */
export const longestLine = 32 * 1_048_576;

/** Records as files on this machine, read synchronously in pieces into one buffer. */
export const recordFiles: RecordFiles = {
  open(path) {
    try {
      const opened = openRegular(path);
      return opened && openRecord(opened.descriptor, opened.stat.size, Number(opened.stat.ino));
    } catch {
      return undefined;
    }
  },
};

function openRecord(descriptor: number, size: number, inode: number): OpenRecord {
  // Bytes are read as far as lines are: a mark of what was read must be of all of it.
  const most = size === 0 ? 0 : size + growth;
  return {
    size,
    inode,
    bytes(from, length) {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, fill(descriptor, buffer, 0, from, most));
    },
    lines(from, onLine) {
      return readLines(descriptor, from, most, onLine);
    },
    close() {
      closeSync(descriptor);
    },
  };
}

/**
 * Reads until the buffer is full or the file ends; what is added to it meanwhile is read within a bound. Returns the bytes now in the
 * buffer; a fault counts as the end.
 */
function fill(
  descriptor: number,
  buffer: Buffer,
  held: number,
  position: number,
  size: number,
): number {
  let length = held;
  let at = position;
  const most = Math.min(buffer.length, held + Math.max(0, size - position));
  while (length < most) {
    let count: number;
    try {
      count = readSync(descriptor, buffer, length, most - length, at);
    } catch {
      break;
    }
    if (count === 0) break;
    length += count;
    at += count;
  }
  return length;
}

function readLines(
  descriptor: number,
  from: number,
  size: number,
  onLine: (bytes: Buffer, offset: number, ended: boolean) => void,
): { oversized: number } {
  // A small record needs no large buffer; one more byte shows that it has ended.
  let buffer = Buffer.allocUnsafe(Math.min(chunk, Math.max(4096, size - growth - from + 1)));
  /** File offset of the buffer's first byte, and how many bytes of it are filled. */
  let base = from;
  let held = 0;
  let oversized = 0;
  let skipping = false;
  for (;;) {
    const length = fill(descriptor, buffer, held, base + held, size);
    const grown = length > held;
    let start = 0;
    for (;;) {
      const end = buffer.indexOf(10, Math.max(start, start === 0 ? held : 0));
      if (end < 0 || end >= length) break;
      if (skipping) skipping = false;
      else onLine(buffer.subarray(start, end), base + start, true);
      start = end + 1;
    }
    const rest = length - start;
    if (!grown) {
      if (rest > 0 && !skipping) onLine(buffer.subarray(start, length), base + start, false);
      return { oversized };
    }
    base += start;
    held = rest;
    if (skipping) {
      base += rest;
      held = 0;
    } else if (rest < buffer.length) {
      buffer.copyWithin(0, start, length);
    } else if (buffer.length >= longestLine) {
      oversized += 1;
      skipping = true;
      base += rest;
      held = 0;
    } else {
      const larger = Buffer.allocUnsafe(Math.min(longestLine, buffer.length * 4));
      buffer.copy(larger, 0, start, length);
      buffer = larger;
    }
  }
}
