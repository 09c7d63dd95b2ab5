import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { OpenRecord, RecordFiles } from '../app/read-record.ts';

const chunk = 1_048_576;
/** A longer line is left out. */
export const longestLine = 32 * 1_048_576;

/** Records as files on this machine, read synchronously in pieces into one buffer. */
export const recordFiles: RecordFiles = {
  open(path) {
    let descriptor: number;
    try {
      descriptor = openSync(path, 'r');
    } catch {
      return undefined;
    }
    try {
      const stat = fstatSync(descriptor);
      if (stat.isFile()) return openRecord(descriptor, stat.size, Number(stat.ino));
    } catch {
      // Not readable: closed below.
    }
    closeSync(descriptor);
    return undefined;
  },
};

function openRecord(descriptor: number, size: number, inode: number): OpenRecord {
  return {
    size,
    inode,
    bytes(from, length) {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, fill(descriptor, buffer, 0, from));
    },
    lines(from, onLine) {
      return readLines(descriptor, from, size - from, onLine);
    },
    close() {
      closeSync(descriptor);
    },
  };
}

/** Reads until the buffer is full or the file ends. Returns the bytes now in the buffer; a fault counts as the end. */
function fill(descriptor: number, buffer: Buffer, held: number, position: number): number {
  let length = held;
  let at = position;
  while (length < buffer.length) {
    let count: number;
    try {
      count = readSync(descriptor, buffer, length, buffer.length - length, at);
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
  expected: number,
  onLine: (bytes: Buffer, offset: number, ended: boolean) => void,
): { oversized: number } {
  // A small record needs no large buffer; one more byte shows that it has ended.
  let buffer = Buffer.allocUnsafe(Math.min(chunk, Math.max(4096, expected + 1)));
  /** File offset of the buffer's first byte, and how many bytes of it are filled. */
  let base = from;
  let held = 0;
  let oversized = 0;
  let skipping = false;
  for (;;) {
    const length = fill(descriptor, buffer, held, base + held);
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
