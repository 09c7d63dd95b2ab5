import type { StoredCursor } from '../core/recovery/entry.ts';
import type { ReaderOptions, RecordReader, RecordSink } from './host.ts';

/** What of a machine decides where hosts keep their records. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, absolute. */
  home: string;
  /** As Node names it. */
  platform: string;
}

/** What is known of a conversation before it is read. */
export interface Identity {
  /** The host's id of the session. */
  session?: string;
  /** True for the record of an agent below another one: its prompts are no person's. */
  subagent?: boolean;
  /** The folder in which the session began, as the record names it. */
  cwd?: string;
  /** SHA-256 of the path of the project's folder, in hexadecimal, where the record tells only that. */
  projectHash?: string;
}

/** One conversation of a database. */
export interface StoredConversation extends Identity {
  session: string;
  /** When it last changed, in milliseconds since 1970. */
  modifiedMs: number;
  /** About how many bytes it takes; 0 where that is not known. */
  size: number;
}

/** A database that is open for reading, and that nothing can write through. */
export interface ReadDatabase {
  /** All rows of a query, so that no lock is held while they are worked on. Throws the database's own error. */
  rows(sql: string, ...values: (string | number)[]): Record<string, unknown>[];
}

/** Files beside the one that stands for a conversation. */
export interface NearbyFiles {
  /** Names in a folder, sorted by code unit; empty when absent or unreadable. */
  list(path: string): string[];
  /** The file as text; undefined when absent, unreadable or too large. */
  readText(path: string, limit?: number): string | undefined;
}

/** One file a conversation, a row a line: read in pieces, memory flat. */
export interface LineFormat {
  kind: 'lines';
  reader(options: ReaderOptions): RecordReader;
}

/** One file a conversation, which is one JSON value. */
export interface TextFormat {
  kind: 'text';
  items(text: string, sink: RecordSink, options?: ReaderOptions): void;
}

/** One conversation in many small files; the one that tells of the session stands for all. */
export interface TreeFormat {
  kind: 'tree';
  items(
    path: string,
    text: string,
    files: NearbyFiles,
    sink: RecordSink,
    options?: ReaderOptions,
  ): void;
}

/** Many conversations in one SQLite database. */
export interface DatabaseFormat {
  kind: 'database';
  /** What is wrong with the schema, as the end of a sentence; undefined when it can be read. */
  strange(database: ReadDatabase): string | undefined;
  conversations(database: ReadDatabase): StoredConversation[];
  items(database: ReadDatabase, session: string, sink: RecordSink, options?: ReaderOptions): void;
  /** Items since a cursor, as hooks of this host count them; returns where the next reading goes on. */
  since?(
    database: ReadDatabase,
    session: string,
    cursor: StoredCursor | undefined,
    sink: RecordSink,
  ): StoredCursor;
}

/** One way in which a host keeps conversations on disk. Pure but for the ports it is given. */
export interface RecordStore {
  /** Id of the host. */
  host: string;
  /** The host's name as its makers write it. */
  title: string;
  /** True where the record mostly holds a compaction's summary in a form that only the host can read. */
  hidesSummaries?: boolean;
  /** Absolute paths of folders or files in which this machine's records lie, whether they exist or not. */
  usualPlaces(machine: Machine): string[];
  /** False for a file that is surely none of this store's, by its path alone. */
  mayBe(path: string): boolean;
  /** True for a folder in which no record can be, by its path alone. */
  passesBy?(folder: string): boolean;
  /**
   * What a file is, by its path and the text of its first 64 kB; undefined when it is no record of this store.
   * Of a database the head is enough to tell that it is one.
   */
  recognise(path: string, head: string): Identity | undefined;
  format: LineFormat | TextFormat | TreeFormat | DatabaseFormat;
}
