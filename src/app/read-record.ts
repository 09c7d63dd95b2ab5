import type { ConversationItem } from '../core/conversation.ts';
import type { StoredCursor } from '../core/recovery/entry.ts';
import { wellFormedValue } from '../core/rows/well-formed.ts';
import type { RecordReader, RecordSink } from '../hosts/host.ts';

/** A host's record, open for reading. */
export interface OpenRecord {
  size: number;
  /** Identity of the file behind the path. */
  inode: number;
  /** Up to `length` bytes from an offset; fewer at the end of the file. */
  bytes(from: number, length: number): Buffer;
  /**
   * The lines from an offset on, without their line ends. The bytes are valid during the call only. `ended` is false
   * for a last line that has no line end (yet). Lines over 32 MB are left out and counted.
   */
  lines(
    from: number,
    onLine: (bytes: Buffer, offset: number, ended: boolean) => void,
  ): { oversized: number };
  close(): void;
}

export interface RecordFiles {
  /** Undefined when there is no readable file. */
  open(path: string): OpenRecord | undefined;
}

export interface RecordReading {
  cursor: StoredCursor;
  /** Lines read, blank ones not counted. */
  lines: number;
  /** Places where the bytes were no row. */
  damaged: number;
  /** Lines left out because of their length. */
  oversized: number;
  /** Bytes at the file's beginning that were passed over because of its size. */
  passedOver: number;
  /** Rows of kinds that are not known, by name. */
  unknown: Record<string, number>;
  /** True when the file was read from its start although a cursor was given: it shrank, was replaced or rewritten. */
  reset: boolean;
}

const markLength = 1024;
/** Of a file that was never read before, this much of its end is read, so that a hook is done in time. */
export const longestFirstReading = 2 * 1024 * 1024 * 1024;
const newline = 10;

/**
 * Reads a record from the cursor (absent: from its start) to its end and reports its items in file order.
 * Undefined when the file cannot be read; never throws over what is in it. A half-written last line is left for the
 * next reading; one that only lacks its line end is used, once.
 */
export function readRecord(
  files: RecordFiles,
  path: string,
  reader: RecordReader,
  cursor: StoredCursor | undefined,
  onItem: (item: ConversationItem) => void,
): RecordReading | undefined {
  const file = files.open(path);
  if (file === undefined) return undefined;
  try {
    return readOpen(file, reader, cursor, onItem);
  } finally {
    file.close();
  }
}

/** True where a reading from the cursor goes on where the last one ended; else it begins at the file's start. */
export function canResume(files: RecordFiles, path: string, cursor: StoredCursor): boolean {
  const file = files.open(path);
  if (file === undefined) return false;
  try {
    return resume(file, cursor) !== undefined;
  } finally {
    file.close();
  }
}

function readOpen(
  file: OpenRecord,
  reader: RecordReader,
  cursor: StoredCursor | undefined,
  onItem: (item: ConversationItem) => void,
): RecordReading {
  const start = cursor === undefined ? undefined : resume(file, cursor);
  const reading: RecordReading = {
    cursor: {},
    lines: 0,
    damaged: 0,
    oversized: 0,
    passedOver: start === undefined ? beginning(file) : 0,
    unknown: {},
    reset: cursor !== undefined && start === undefined,
  };
  const sink: RecordSink = {
    item: (item) => onItem(wellFormedValue(item)),
    unknown(kind) {
      reading.unknown[kind] = (reading.unknown[kind] ?? 0) + 1;
    },
    damaged() {
      reading.damaged += 1;
    },
  };
  if (typeof cursor?.memory === 'string') reader.restore?.(cursor.memory, start === undefined);
  let { offset, line, open } = start ?? { offset: reading.passedOver, line: 0, open: false };
  const { oversized } = file.lines(offset, (bytes, at, ended) => {
    if (!ended && !isWholeObject(bytes)) return;
    if (!open) line += 1;
    open = !ended;
    offset = at + bytes.length + (ended ? 1 : 0);
    if (bytes.length === 0) return;
    reading.lines += 1;
    reader.line(bytes, { offset: at, line }, sink);
  });
  reading.oversized = oversized;
  reader.end?.(sink);
  reading.cursor = mark(file, offset, line, open, reader.memory?.());
  return reading;
}

/** Where the first reading of a file begins: at its start, or at the first whole line of the part that is read. */
function beginning(file: OpenRecord): number {
  const from = file.size - longestFirstReading;
  if (from <= 0) return 0;
  const step = 1024 * 1024;
  for (let at = from; at < file.size; at += step) {
    const end = file.bytes(at, step).indexOf(newline);
    if (end >= 0) return at + end + 1;
  }
  return file.size;
}

/** Where to go on; undefined when the file is not the one that the cursor was made for. */
function resume(
  file: OpenRecord,
  cursor: StoredCursor,
): { offset: number; line: number; open: boolean } | undefined {
  const { offset, line, inode, headLength, head, tail } = cursor;
  if (typeof offset !== 'number' || typeof line !== 'number' || typeof headLength !== 'number') {
    return undefined;
  }
  if (file.size < offset || file.inode !== inode) return undefined;
  if (hash(file.bytes(0, headLength)) !== head || tailMark(file, offset) !== tail) return undefined;
  return { offset, line, open: cursor.open === 1 };
}

function mark(
  file: OpenRecord,
  offset: number,
  line: number,
  open: boolean,
  memory: string | undefined,
): StoredCursor {
  const headBytes = file.bytes(0, Math.min(markLength, offset));
  const cursor: StoredCursor = {
    offset,
    line,
    open: open ? 1 : 0,
    size: Math.max(file.size, offset),
    inode: file.inode,
    headLength: headBytes.length,
    head: hash(headBytes),
    tail: tailMark(file, offset),
  };
  if (memory !== undefined) cursor.memory = memory;
  return cursor;
}

/** A mark of the bytes right before an offset, so that a file rewritten in place is noticed. */
function tailMark(file: OpenRecord, offset: number): string {
  const from = Math.max(0, offset - markLength);
  return hash(file.bytes(from, offset - from));
}

/** FNV-1a of 32 bits as hexadecimal, after the length. */
function hash(bytes: Uint8Array): string {
  let value = 0x811c9dc5;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return `${bytes.length}:${(value >>> 0).toString(16)}`;
}

/** True when the bytes are one or more whole JSON objects by their brackets and quotes. */
function isWholeObject(bytes: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  let last = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (quoted) {
      if (byte === 92) at += 1;
      else if (byte === 34) quoted = false;
    } else if (byte === 34) quoted = true;
    else if (byte === 123) depth += 1;
    else if (byte === 125) depth -= 1;
    if (byte !== 32 && byte !== newline && byte !== 13 && byte !== 9) last = byte;
  }
  return !quoted && depth === 0 && last === 125;
}
