import type { NearbyFiles, ReadDatabase } from '../../hosts/record-store.ts';
import type { FileStat } from '../ports.ts';
import type { RecordFiles } from '../read-record.ts';

export interface FolderEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

/** Why something could not be looked at. */
export type Refusal = 'gone' | 'unreadable';

/** A database that was opened so that nothing is written: neither its files nor any beside them. */
export interface OpenedDatabase {
  database: ReadDatabase;
  /** True when changes that its owner has not yet merged into it could not be taken in. */
  behind: boolean;
  close(): void;
}

export type DatabaseRefusal = {
  /** `module`: the library that reads databases is not installed or does not load here. */
  refused: 'gone' | 'unreadable' | 'locked' | 'damaged' | 'module';
  detail?: string;
};

/** What looking for records asks of the machine. Nothing is ever written, and no function throws. */
export interface RecordDisk extends RecordFiles, NearbyFiles {
  stat(path: string): FileStat | undefined;
  /** True where something stands at the path, a link that leads nowhere too. */
  exists(path: string): boolean;
  realPath(path: string): string | undefined;
  /** True for a link that leads to itself, by others or not. */
  isCircle(path: string): boolean;
  /** The entries of a folder one by one, in the order in which the system gives them; the last value tells of a refusal. */
  entries(path: string): Generator<FolderEntry, Refusal | undefined>;
  /** The first bytes of a regular file; valid until the next call. */
  head(path: string, length: number): Uint8Array | Refusal;
  openDatabase(path: string): OpenedDatabase | DatabaseRefusal;
  /** What went wrong in the midst of reading a database, by the error that it threw. */
  databaseFault(error: unknown): DatabaseRefusal | undefined;
}
