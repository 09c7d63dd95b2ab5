import type { StoredCursor } from '../../core/recovery/entry.ts';
import type { ItemKind } from '../../core/search/searchable.ts';

/** A record as the index knows it. */
export interface StoredRecord {
  /** From 1. */
  id: number;
  /** As `recordKey` makes it. */
  key: string;
  host: string;
  session?: string;
  subagent: boolean;
  path: string;
  cwd?: string;
  projectHash?: string;
  /** When it last changed as it was taken in, in milliseconds since 1970. */
  modifiedMs: number;
  /** Where the next reading goes on; only of a record of lines that was taken in whole. */
  cursor?: StoredCursor;
  /** False while only a part of it was taken in. */
  whole: boolean;
  /** Number of its items, which is that of the next one. */
  items: number;
  /** Number of the last item that is a compaction; -1 where none is. */
  lastCompaction: number;
  /** Counts the times that it was written, so that a writer notices another one. */
  version: number;
}

/** What the index keeps of an item; its text stays in the host's record. */
export interface StoredItem {
  /** Number in the record, from 0. */
  number: number;
  offset: number;
  /** From 0, among the items of the row that can be looked for. */
  nth: number;
  kind: ItemKind;
  /** Milliseconds since 1970; 0 where the row has no time. */
  time: number;
  /** Fingerprint of the text without secrets. */
  hash: number;
  /** Characters of the whole text. */
  length: number;
  tool?: string;
  /** The first characters of the text, without secrets. */
  head: string;
}

export interface FoundItem extends StoredItem {
  record: number;
}

export interface NewItem extends StoredItem {
  /** For the full-text index. */
  words: string;
  parts: string;
}

/** What may be written in one go; either all of it is kept or nothing. */
export interface IndexWriter {
  /** As it is at this moment, so that what another process wrote meanwhile is noticed. */
  record(key: string): StoredRecord | undefined;
  /** `id` 0: a new one, which gets an id. Returns the id. */
  putRecord(record: StoredRecord): number;
  /** Takes out the records of a file and how it looked; of a database those with other keys than `keep`. */
  removeFile(path: string, keep?: ReadonlySet<string>): void;
  /** Takes out all items of a record. */
  clear(record: number): void;
  add(record: number, item: NewItem): void;
  /** Remembers how a file looked when it was last read. */
  putMark(path: string, mark: string): void;
  removeRecord(record: number): void;
  /** Remembers that records which did not change since then are left out. */
  putPrunedBefore(ms: number): void;
}

/** `busy`: another process is writing; `full`: no room on the disk; `closed`: the index cannot be written at all. */
export type Written = 'done' | 'busy' | 'full' | 'closed';

/** An item that fits, by its record and number. */
export interface Match {
  record: number;
  number: number;
  kind: ItemKind;
  time: number;
  hash: number;
  /** Characters of the whole text. */
  length: number;
  /** Grows with how many of the words stand there, how often, and how rare they are; 0 where that is not asked for. */
  rarity: number;
}

export interface MatchWish {
  /** An expression of SQLite's full-text search. */
  expression: string;
  /** Only in these records. */
  records?: readonly number[];
  /** Only what has a time from then on. */
  sinceMs?: number;
  /** Only what has a time before then. */
  untilMs?: number;
  /** Only of these kinds. */
  kinds?: readonly ItemKind[];
  /** Whether to tell how rare the words are, which takes most of the time. */
  byRarity: boolean;
  /** At most so many, those that were taken in last. */
  most: number;
}

/** The derived database. Every function may throw an IndexFault. */
export interface RecallIndex {
  /** How files looked when they were last read, by their paths. */
  marks(): Map<string, string>;
  /** Files of which something was taken in. */
  paths(): string[];
  /** Every record, without its cursor. */
  records(): StoredRecord[];
  record(key: string): StoredRecord | undefined;
  /** By its id, without its cursor. */
  recordWithId(id: number): StoredRecord | undefined;
  match(wish: MatchWish): Match[];
  item(record: number, number: number): FoundItem | undefined;
  /** Items of a row. */
  itemsAt(record: number, offset: number): FoundItem[];
  /** Records that did not change since then were left out by a person; in milliseconds since 1970. */
  prunedBefore(): number;
  /** Gives the room of what was removed back to the disk. */
  shrink(): void;
  write(work: (writer: IndexWriter) => void): Written;
  close(): void;
}

/** Why the index cannot be used any further. */
export class IndexFault extends Error {
  readonly code: 'damaged' | 'locked' | 'unusable';

  constructor(code: IndexFault['code'], cause: unknown) {
    super(`The index is ${code}.`, { cause });
    this.name = 'IndexFault';
    this.code = code;
  }
}
