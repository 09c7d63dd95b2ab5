import type { ConversationItem } from '../../core/conversation.ts';
import { textHash } from '../../core/hash.ts';
import { type Searchable, searchableOf } from '../../core/search/searchable.ts';
import { redact } from '../../core/trust/redact.ts';
import type { RecordReader } from '../../hosts/host.ts';
import type { RecordStore } from '../../hosts/record-store.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import { keptForSearch } from './index-record.ts';
import type { FoundItem, StoredRecord } from './ports.ts';

/** An item as the host's record has it now, without secrets. */
export interface ReadItem extends Searchable {
  /** Bytes of the row in its file, where the record is one of lines. */
  row?: { offset: number; length: number };
}

/** `gone`: the record cannot be read any more; `changed`: it holds something else at that place. */
export type Reading = { item: ReadItem } | { problem: 'gone' | 'changed' };

const longestRow = 32 * 1024 * 1024;
const firstPiece = 64 * 1024;
/** Texts of other items of conversations that had to be read whole, so that several hits cost one reading. */
const mostRemembered = 20_000_000;

interface Gathered {
  texts: Map<number, Searchable>;
  /** True where not all of them were kept. */
  cut: boolean;
}

/**
 * Reads items again from the hosts' records, for one run of a command. Of a record of lines only the row is read; where that
 * does not give the text that was taken in, since rows can depend on those before them, the record up to the row.
 */
export class ItemReader {
  readonly #disk: RecordDisk;
  readonly #stores: readonly RecordStore[];
  readonly #patterns: readonly RegExp[];
  readonly #whole = new Map<string, Gathered>();

  constructor(disk: RecordDisk, stores: readonly RecordStore[], patterns: readonly RegExp[]) {
    this.#disk = disk;
    this.#stores = stores;
    this.#patterns = patterns;
  }

  /** `keep`: characters of the text, at most; of a longer one its head and its tail. */
  read(record: StoredRecord, item: FoundItem, keep = keptForSearch): Reading {
    const store = this.#storeOf(record);
    if (store === undefined) return { problem: 'gone' };
    if (store.format.kind === 'lines') {
      const near = this.#row(store, record, item, keep);
      if (near !== undefined) return near;
    }
    return this.#conversation(store, record, item, keep);
  }

  #storeOf({ host, path }: StoredRecord): RecordStore | undefined {
    const stores = this.#stores.filter((one) => one.host === host);
    const stat = this.#disk.stat(path);
    if (stat?.kind !== 'file') return undefined;
    if (stores.length < 2) return stores[0];
    const head = this.#disk.head(path, firstPiece);
    if (typeof head === 'string') return undefined;
    const text = new TextDecoder().decode(head);
    return stores.find((store) => store.mayBe(path) && store.recognise(path, text) !== undefined);
  }

  /** Undefined where the row by itself does not tell. */
  #row(
    store: RecordStore,
    { path, subagent }: StoredRecord,
    item: FoundItem,
    keep: number,
  ): Reading | undefined {
    if (store.format.kind !== 'lines') return undefined;
    const bytes = this.#rowBytes(path, item.offset);
    if (bytes === undefined) return { problem: 'changed' };
    const { format } = store;
    const read = (limit: number) =>
      itemsOfRow(format.reader({ subagent, keep: limit }), bytes, item.offset, limit);
    const row = { offset: item.offset, length: bytes.length };
    for (const [nth, given] of read(keptForSearch).entries()) {
      const text = redact(given.text, this.#patterns);
      if (!isLike(given, text, item)) continue;
      if (keep === keptForSearch) return { item: { ...given, text, row } };
      // Only where the whole is asked for, since the fingerprint of a long text takes as long as all else of a search.
      if (textHash(text) !== item.hash) return { problem: 'changed' };
      return { item: { ...this.#redacted(read(keep)[nth] ?? given), row } };
    }
    return undefined;
  }

  #rowBytes(path: string, offset: number): Buffer | undefined {
    const file = this.#disk.open(path);
    if (file === undefined) return undefined;
    try {
      for (let length = firstPiece; offset < file.size; length *= 4) {
        const piece = file.bytes(offset, Math.min(length, longestRow));
        const end = piece.indexOf(10);
        if (end >= 0) return piece.subarray(0, end);
        if (offset + piece.length >= file.size || length >= longestRow) return piece;
      }
      return undefined;
    } finally {
      file.close();
    }
  }

  #conversation(store: RecordStore, record: StoredRecord, item: FoundItem, keep: number): Reading {
    const key = `${record.key} ${keep}`;
    const known = this.#whole.get(key);
    const isThere = known !== undefined && (known.texts.has(item.hash) || !known.cut);
    const gathered = isThere ? known : this.#gather(store, record, item, keep);
    if (gathered === undefined) return { problem: 'gone' };
    this.#whole.set(key, gathered);
    const found = gathered.texts.get(item.hash);
    return found === undefined ? { problem: 'changed' } : { item: this.#redacted(found) };
  }

  /** The items of a whole conversation by the fingerprint of what was taken in of them, the wanted one among them. */
  #gather(
    store: RecordStore,
    record: StoredRecord,
    wanted: FoundItem,
    keep: number,
  ): Gathered | undefined {
    const { path, session, subagent, modifiedMs } = record;
    const ref: RecordRef = { store, path, session, subagent, modifiedMs, size: 0 };
    const gathered: Gathered = { texts: new Map(), cut: false };
    let characters = 0;
    const add = (hash: number, given: Searchable) => {
      characters += given.text.length;
      if (hash === wanted.hash || characters < mostRemembered) gathered.texts.set(hash, given);
      else gathered.cut = true;
    };
    const read = (kept: number, onItem: (given: Searchable) => void) =>
      readConversation(
        this.#disk,
        ref,
        (item) => {
          const given = searchableOf(item, kept);
          if (given !== undefined) onItem(given);
        },
        undefined,
        kept,
      ).read;
    if (keep === keptForSearch) {
      return read(keep, (given) => add(this.#hashOf(given), given)) ? gathered : undefined;
    }
    const hashes: number[] = [];
    if (!read(keptForSearch, (given) => hashes.push(this.#hashOf(given)))) return undefined;
    let at = 0;
    read(keep, (given) => {
      add(hashes[at] ?? 0, given);
      at += 1;
    });
    return gathered;
  }

  #hashOf(given: Searchable): number {
    return textHash(redact(given.text, this.#patterns));
  }

  #redacted(given: Searchable): Searchable {
    return { ...given, text: redact(given.text, this.#patterns) };
  }
}

/** At its own place an item is known by its beginning and its length. */
function isLike(given: Searchable, text: string, item: FoundItem): boolean {
  const { kind, length = text.length } = given;
  return kind === item.kind && length === item.length && text.startsWith(item.head);
}

function itemsOfRow(
  reader: RecordReader,
  bytes: Buffer,
  offset: number,
  keep: number,
): Searchable[] {
  const found: Searchable[] = [];
  const sink = {
    item: (item: ConversationItem) => {
      const given = searchableOf(item, keep);
      if (given !== undefined) found.push(given);
    },
    unknown: () => {},
    damaged: () => {},
  };
  reader.line(bytes, { offset, line: 1 }, sink);
  reader.end?.(sink);
  return found;
}
