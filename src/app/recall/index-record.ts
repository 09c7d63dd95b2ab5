import type { ConversationItem } from '../../core/conversation.ts';
import { textHash } from '../../core/hash.ts';
import { indexText } from '../../core/search/index-text.ts';
import { type Searchable, searchableOf } from '../../core/search/searchable.ts';
import { clip } from '../../core/trust/clip.ts';
import { redact, redactDeep } from '../../core/trust/redact.ts';
import { canResume } from '../read-record.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import type { Problem } from '../records/problem.ts';
import { readConversation } from '../records/read.ts';
import { type Forgotten, isForgotten, isForgottenSession } from './forgotten.ts';
import { OwnSearches } from './own-searches.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { IndexWriter, NewItem, RecallIndex, StoredRecord, Written } from './ports.ts';
import { RowCount } from './row-count.ts';

/** Characters that are kept of a result or an input: of a longer one its head and its tail can be found. */
export const keptForSearch = 48_000;
/** Characters that the index keeps of each item, to show what it is about where the record is gone. */
const headCharacters = 200;
/** Characters of text after which what was read is written, so that memory stays flat. */
const batchCharacters = 1_000_000;

export interface RecordWish {
  key: string;
  /** How the file looked before it was read; kept with the last of its items. */
  mark?: string;
  patterns: readonly RegExp[];
  forgotten: Forgotten;
  /** Where the last part of the record waits to be written with others. */
  pending: PendingWrites;
  onBytes?(bytes: number): void;
  /** Called with what was not read, or not whole. */
  onProblem?(problem: Problem): void;
}

/**
 * `unchanged`: there was nothing to do; `unread`: it cannot be read, or not now; `elsewhere`: another process took it in
 * meanwhile.
 */
export type TakenIn = Written | 'unchanged' | 'unread' | 'elsewhere';

/** Ends a reading that is of no use any more. */
class Stopped extends Error {
  readonly written: TakenIn;

  constructor(written: TakenIn) {
    super('stopped');
    this.written = written;
  }
}

/** Takes into the index what is new in one record. */
export function indexRecord(
  disk: RecordDisk,
  index: RecallIndex,
  ref: RecordRef,
  wish: RecordWish,
): TakenIn {
  if (isForgottenSession(wish.forgotten, ref.store.host, ref.session)) return 'unchanged';
  const known = index.record(wish.key);
  // Of a database only those of its conversations are read that changed.
  const isPart = ref.store.format.kind === 'database';
  if (known?.whole && isPart && known.modifiedMs === ref.modifiedMs) return 'unchanged';
  if (known === undefined && ref.modifiedMs < index.prunedBefore()) return 'unchanged';
  const cursor = known?.whole ? known.cursor : undefined;
  const goesOn = cursor !== undefined && canResume(disk, ref.path, cursor);
  const taking = new Taking(index, ref, wish, goesOn ? known : undefined, known);
  try {
    const reading = readConversation(
      disk,
      ref,
      (item) => taking.item(item),
      goesOn ? cursor : undefined,
      keptForSearch,
    );
    for (const problem of reading.problems) wish.onProblem?.(problem);
    if (!reading.read) return 'unread';
    taking.finish(reading.cursor);
    return 'done';
  } catch (error) {
    if (error instanceof Stopped) return error.written;
    throw error;
  }
}

/** The items of one record on their way into the index. */
class Taking {
  readonly #index: RecallIndex;
  readonly #wish: RecordWish;
  readonly #searches = new OwnSearches();
  #record: StoredRecord;
  #fresh: boolean;
  #batch: NewItem[] = [];
  #characters = 0;
  readonly #rows = new RowCount();

  constructor(
    index: RecallIndex,
    ref: RecordRef,
    wish: RecordWish,
    goesOn: StoredRecord | undefined,
    known: StoredRecord | undefined,
  ) {
    this.#index = index;
    this.#wish = wish;
    this.#fresh = goesOn === undefined;
    this.#record = {
      id: known?.id ?? 0,
      key: wish.key,
      host: ref.store.host,
      subagent: ref.subagent === true,
      path: ref.path,
      modifiedMs: ref.modifiedMs,
      whole: false,
      items: goesOn?.items ?? 0,
      lastCompaction: goesOn?.lastCompaction ?? -1,
      version: known?.version ?? 0,
    };
    if (ref.session !== undefined) this.#record.session = ref.session;
    if (ref.cwd !== undefined) this.#record.cwd = ref.cwd;
    if (ref.projectHash !== undefined) this.#record.projectHash = ref.projectHash;
  }

  item(item: ConversationItem): void {
    const given = searchableOf(item, keptForSearch);
    if (given === undefined) return;
    const { offset } = item.at;
    const nth = this.#rows.next(offset);
    if (item.replayed || this.#searches.holds(item)) return;
    if (isForgotten(this.#wish.forgotten, { record: this.#wish.key, offset, nth })) return;
    this.#take(item, given, nth);
    if (this.#characters < batchCharacters) return;
    this.#write(this.#record);
    this.#wish.onBytes?.(offset);
  }

  #take(item: ConversationItem, given: Searchable, nth: number): void {
    const text = redact(given.text, this.#wish.patterns);
    const hash = textHash(text);
    if (this.#wish.forgotten.texts.has(hash)) return;
    const made: NewItem = {
      number: this.#record.items,
      offset: item.at.offset,
      nth,
      kind: given.kind,
      time: Date.parse(item.time ?? '') || 0,
      hash,
      length: given.length ?? text.length,
      head: clip(text, headCharacters),
      ...indexText(text),
    };
    if (given.tool !== undefined) made.tool = clip(given.tool, 100);
    if (given.kind === 'compaction') this.#record.lastCompaction = this.#record.items;
    this.#record.items += 1;
    this.#batch.push(made);
    this.#characters += text.length + 100;
  }

  finish(cursor: StoredRecord['cursor']): void {
    // What a reading remembers holds words of the record too.
    const kept = redactDeep(cursor, this.#wish.patterns);
    const record = { ...this.#record, whole: true, cursor: kept };
    const { pending, mark } = this.#wish;
    const written = pending.add(record.key, this.#characters, (writer) => {
      // Where another process was first, nothing is left to do.
      this.#put(writer, record, mark);
    });
    if (written !== 'done') throw new Stopped(written);
  }

  /** Writes a part of a long record at once. */
  #write(record: StoredRecord): void {
    let isOurs = true;
    const before = this.#wish.pending.flush();
    if (before !== 'done') throw new Stopped(before);
    const written = this.#index.write((writer) => {
      isOurs = this.#put(writer, record);
    });
    if (written !== 'done') throw new Stopped(written);
    if (!isOurs) throw new Stopped('elsewhere');
    this.#record.version += 1;
    this.#fresh = false;
    this.#batch = [];
    this.#characters = 0;
  }

  /** False where another process has taken in the same record meanwhile. */
  #put(writer: IndexWriter, record: StoredRecord, mark?: string): boolean {
    const now = writer.record(record.key);
    if ((now?.version ?? 0) !== record.version) return false;
    const id = writer.putRecord({ ...record, id: now?.id ?? 0, version: record.version + 1 });
    if (this.#fresh && now !== undefined) writer.clear(id);
    for (const item of this.#batch) writer.add(id, item);
    if (mark !== undefined) writer.putMark(record.path, mark);
    this.#record.id = id;
    return true;
  }
}
