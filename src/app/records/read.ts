import type { Position } from '../../core/conversation.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../../hosts/host.ts';
import type {
  DatabaseFormat,
  LineFormat,
  TextFormat,
  TreeFormat,
} from '../../hosts/record-store.ts';
import { readRecord } from '../read-record.ts';
import type { RecordRef } from './find.ts';
import type { RecordDisk } from './ports.ts';
import type { Problem } from './problem.ts';

/** What reading a conversation came to. */
export interface ConversationReading {
  /** Absent where nothing could be read. */
  read: boolean;
  problems: Problem[];
  /** Rows of kinds that are not known, by name. */
  unknown: Record<string, number>;
  /** Where the next reading of the file may go on; only of records of lines. */
  cursor?: StoredCursor;
  /** True when the file was read from its start although a cursor was given. */
  reset: boolean;
}

/** Names of unknown kinds that are told apart; a record can make up any number. */
const mostUnknown = 200;

/** A longer file of one JSON value is not read. */
const longestText = 256 * 1024 * 1024;

/**
 * Reads any conversation and tells its items in the order of its record. Never throws over what is in it or over
 * what happens to its file meanwhile; what `onItem` throws comes through. `keep`: see `ReaderOptions`. Of records of lines memory stays flat.
 */
export function readConversation(
  disk: RecordDisk,
  ref: RecordRef,
  onItem: RecordSink['item'],
  cursor?: StoredCursor,
  keep?: number,
): ConversationReading {
  const { format } = ref.store;
  const options: ReaderOptions = { subagent: ref.subagent === true, keep };
  if (format.kind === 'lines') return byLines(disk, ref, format, options, onItem, cursor);
  const sink = new Counting(onItem);
  if (format.kind === 'database') return inDatabase(disk, ref, format, options, sink);
  return asText(disk, ref, format, options, sink);
}

/** Counts what is no row and what is not known, and remembers the first place. */
class Counting implements RecordSink {
  damages = 0;
  #names = 0;
  first: Position | undefined;
  readonly unknowns: Record<string, number> = Object.create(null);
  readonly item: RecordSink['item'];

  constructor(onItem: RecordSink['item']) {
    this.item = onItem;
  }

  unknown(kind: string): void {
    const name = this.#nameOf(kind);
    this.unknowns[name] = (this.unknowns[name] ?? 0) + 1;
  }

  #nameOf(kind: string): string {
    if (Object.hasOwn(this.unknowns, kind)) return kind;
    this.#names += 1;
    return this.#names > mostUnknown ? 'others' : kind.slice(0, 80);
  }

  damaged(at: Position): void {
    this.damages += 1;
    this.first ??= at;
  }

  problems(path: string): Problem[] {
    if (this.damages === 0) return [];
    return [{ path, kind: 'damaged', count: this.damages, line: this.first!.line }];
  }
}

function byLines(
  disk: RecordDisk,
  ref: RecordRef,
  format: LineFormat,
  options: ReaderOptions,
  onItem: RecordSink['item'],
  cursor: StoredCursor | undefined,
): ConversationReading {
  const { path } = ref;
  const counting = new Counting(onItem);
  const reader = watched(format.reader(options), counting);
  const reading = readRecord(disk, path, reader, cursor, onItem);
  if (reading === undefined) {
    const kind = disk.exists(path) ? 'unreadable' : 'gone';
    return { read: false, problems: [{ path, kind }], unknown: {}, reset: false };
  }
  const problems = counting.problems(path);
  if (reading.oversized > 0) problems.push({ path, kind: 'oversized', count: reading.oversized });
  if (reading.passedOver > 0) problems.push({ path, kind: 'too-large', count: reading.passedOver });
  const change = changed(disk, path, reading.cursor);
  if (change !== undefined) problems.push({ path, kind: change });
  const { cursor: next, reset } = reading;
  return { read: true, problems, unknown: counting.unknowns, cursor: next, reset };
}

/** The reader, with what it passes over counted here, and the first damaged place remembered. */
function watched(reader: RecordReader, counting: Counting): RecordReader {
  const through = (sink: RecordSink): RecordSink => ({
    item: sink.item,
    unknown: (kind) => counting.unknown(kind),
    damaged(at) {
      counting.damaged(at);
      sink.damaged(at);
    },
  });
  let last: RecordSink | undefined;
  let own: RecordSink | undefined;
  const sinkOf = (sink: RecordSink): RecordSink => {
    if (last !== sink || own === undefined) own = through(sink);
    last = sink;
    return own;
  };
  return {
    line: (bytes, at, sink) => reader.line(bytes, at, sinkOf(sink)),
    ...(reader.end ? { end: (sink: RecordSink) => reader.end!(sinkOf(sink)) } : {}),
    ...(reader.memory ? { memory: () => reader.memory!() } : {}),
    ...(reader.restore
      ? { restore: (memory: string, moved?: boolean) => reader.restore!(memory, moved) }
      : {}),
  };
}

/** What happened to the file between its opening and now. */
function changed(
  disk: RecordDisk,
  path: string,
  cursor: StoredCursor,
): 'gone' | 'shrank' | 'grew' | 'replaced' | undefined {
  const stat = disk.stat(path);
  if (stat === undefined) return 'gone';
  if (stat.inode !== cursor.inode) return 'replaced';
  const size = Number(cursor.size);
  if (stat.size < size) return 'shrank';
  return stat.size > size ? 'grew' : undefined;
}

function asText(
  disk: RecordDisk,
  ref: RecordRef,
  format: TextFormat | TreeFormat,
  options: ReaderOptions,
  sink: Counting,
): ConversationReading {
  const { path } = ref;
  const text = disk.readText(path, longestText);
  if (text === undefined) {
    const size = disk.stat(path)?.size ?? 0;
    const kind = !disk.exists(path) ? 'gone' : size > longestText ? 'too-large' : 'unreadable';
    return { read: false, problems: [{ path, kind }], unknown: {}, reset: false };
  }
  if (format.kind === 'text') format.items(text, sink, options);
  else format.items(path, text, disk, sink, options);
  return { read: true, problems: sink.problems(path), unknown: sink.unknowns, reset: false };
}

function inDatabase(
  disk: RecordDisk,
  ref: RecordRef,
  format: DatabaseFormat,
  options: ReaderOptions,
  sink: Counting,
): ConversationReading {
  const { path } = ref;
  const opened = disk.openDatabase(path);
  if ('refused' in opened) {
    const problem: Problem = { path, kind: opened.refused, detail: opened.detail };
    return { read: false, problems: [problem], unknown: {}, reset: false };
  }
  try {
    format.items(opened.database, ref.session ?? '', sink, options);
    return { read: true, problems: sink.problems(path), unknown: sink.unknowns, reset: false };
  } catch (error) {
    const fault = disk.databaseFault(error);
    if (fault === undefined) throw error;
    const problem: Problem = { path, kind: fault.refused, detail: fault.detail };
    return { read: false, problems: [...sink.problems(path), problem], unknown: {}, reset: false };
  } finally {
    opened.close();
  }
}
