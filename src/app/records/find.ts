import type {
  DatabaseFormat,
  Identity,
  RecordStore,
  StoredConversation,
} from '../../hosts/record-store.ts';
import type { RecordDisk } from './ports.ts';
import type { Problem } from './problem.ts';
import { type Candidate, type Root, walk } from './walk.ts';

/** One conversation that can be read. */
export interface RecordRef extends Identity {
  store: RecordStore;
  /** The file that holds it; a database holds several, told apart by `session`. */
  path: string;
  /** Bytes of its own file, else about how many it takes in its database; 0 where that is not known. */
  size: number;
  /** When it last changed, in milliseconds since 1970. */
  modifiedMs: number;
}

/** What is wanted of what is there. */
export interface RecordFilter {
  /** Only conversations that changed at or after this moment, in milliseconds since 1970. */
  sinceMs?: number;
  /** Only conversations of which this is so, by what is known before reading. */
  accepts?(ref: RecordRef): boolean;
  /** Called for each file, or conversation of a database, that one of the two leaves out. */
  onLeftOut?(by: 'since' | 'accepts'): void;
}

export type Found = { ref: RecordRef } | { problem: Problem };

const headBytes = 65_536;
const decoder = new TextDecoder();

/**
 * Every conversation below the roots. What cannot be told or opened is named and passed over. It goes on only as far
 * as it is asked, and holds neither names nor texts of what it has told.
 */
export function* findRecords(
  disk: RecordDisk,
  roots: readonly Root[],
  filter: RecordFilter = {},
): Generator<Found> {
  for (const met of walk(disk, roots)) {
    if ('problem' in met) yield met;
    else yield* records(disk, met.candidate, filter);
  }
}

function* records(disk: RecordDisk, file: Candidate, filter: RecordFilter): Generator<Found> {
  const { path, size, modifiedMs } = file;
  const isDatabase = file.stores.some((store) => store.format.kind === 'database');
  // A database may have changed in the file beside it.
  if (filter.sinceMs !== undefined && modifiedMs < filter.sinceMs && !isDatabase) {
    filter.onLeftOut?.('since');
    return;
  }
  const head = disk.head(path, headBytes);
  if (typeof head === 'string') {
    yield { problem: { path, kind: head } };
    return;
  }
  const text = decoder.decode(head);
  for (const store of file.stores) {
    const identity = store.recognise(path, text);
    if (identity === undefined) continue;
    if (store.format.kind === 'database') {
      yield* inDatabase(disk, path, store, store.format, filter);
      return;
    }
    const ref: RecordRef = { ...identity, store, path, size, modifiedMs };
    if (accepts(filter, ref)) yield { ref };
    return;
  }
  const problem = unknownFile(file, head, text);
  if (problem !== undefined) yield { problem };
}

function accepts(filter: RecordFilter, ref: RecordRef): boolean {
  const isOld = filter.sinceMs !== undefined && ref.modifiedMs < filter.sinceMs;
  const isWanted = !isOld && (filter.accepts?.(ref) ?? true);
  if (!isWanted) filter.onLeftOut?.(isOld ? 'since' : 'accepts');
  return isWanted;
}

/** A JSON file in a folder need be no record; a file of lines that nobody wrote is named. */
function unknownFile(file: Candidate, head: Uint8Array, text: string): Problem | undefined {
  const { path, named } = file;
  if (!named && path.endsWith('.json')) return undefined;
  if (head.length < headBytes && text.replaceAll('\0', '').trim() === '') {
    return { path, kind: 'empty' };
  }
  const problem: Problem = { path, kind: 'foreign' };
  if (head[0] === 0x1f && head[1] === 0x8b) problem.detail = 'it is compressed';
  return problem;
}

function* inDatabase(
  disk: RecordDisk,
  path: string,
  store: RecordStore,
  format: DatabaseFormat,
  filter: RecordFilter,
): Generator<Found> {
  const opened = disk.openDatabase(path);
  if ('refused' in opened) {
    yield { problem: { path, kind: opened.refused, detail: opened.detail } };
    return;
  }
  let conversations: StoredConversation[];
  try {
    const detail = format.strange(opened.database);
    if (detail !== undefined) {
      yield { problem: { path, kind: 'strange', detail } };
      return;
    }
    conversations = format.conversations(opened.database);
  } catch (error) {
    const fault = disk.databaseFault(error);
    if (fault === undefined) throw error;
    yield { problem: { path, kind: fault.refused, detail: fault.detail } };
    return;
  } finally {
    opened.close();
  }
  if (opened.behind) yield { problem: { path, kind: 'behind' } };
  for (const conversation of conversations) {
    const ref: RecordRef = { ...conversation, store, path };
    if (accepts(filter, ref)) yield { ref };
  }
}
