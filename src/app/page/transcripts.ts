import type { RowDetail, SessionRow } from '../../core/page/model.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { DatabaseFormat, RecordStore } from '../../hosts/record-store.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { type Candidate, type Root, walk } from '../records/walk.ts';
import { rowDetail } from './row-detail.ts';
import { beginningOf } from './title.ts';

export interface TranscriptsDeps {
  disk: RecordDisk;
  roots(): readonly Root[];
  /** Takes secrets out of a text. */
  shown(text: string): string;
  nowMs(): number;
}

/** One transcript, or one conversation of a database. */
export interface Entry {
  path: string;
  size: number;
  modifiedMs: number;
  /** Undefined until it was looked into; `none`: nothing that is shown. */
  row?: SessionRow | 'none';
  ref?: RecordRef;
  detailOf?: string;
  /** When reading it whole ended last, and how long it took. */
  readMs?: number;
  tookMs?: number;
}

/** A transcript that may change, with what it is of. */
export interface Live {
  path: string;
  key: string;
  host: string;
  session?: string | undefined;
}

/** Transcripts that changed in this time may change again; so many are told at most. */
const liveMs = 24 * 60 * 60 * 1000;
const mostLive = 64;
/** What changed so lately when it was met goes on. */
const newMs = 60_000;
const headBytes = 65_536;
const decoder = new TextDecoder();

/** The transcripts of this machine as far as they were looked into, and the keys of the sessions of which something changed. */
export class Transcripts {
  readonly #deps: TranscriptsDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #byKey = new Map<string, Set<Entry>>();
  #changed = new Set<string>();
  #pending: Entry[] = [];
  /** What a look through all folders met so far. */
  #seen = new Set<string>();
  #isLiveOld = true;
  /** Those that were told as live, and those that came to it since. */
  #live = new Set<Entry>();
  #newlyLive: Entry[] = [];
  /** True where something came of which only a look through all folders can tell what it is. */
  isStrange = false;
  /** True where what is to be kept for later processes changed. */
  isUnsaved = false;

  constructor(deps: TranscriptsDeps) {
    this.#deps = deps;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Transcripts that are not looked into yet. */
  get pending(): number {
    return this.#pending.length;
  }

  /** What an earlier process found. */
  restore(entries: readonly [string, Entry][]): void {
    for (const [name, entry] of entries) {
      this.#entries.set(name, entry);
      if (entry.row === undefined) this.#pending.push(entry);
      else this.#showBy(entry, entry.row);
    }
  }

  /** What later processes need. */
  *kept(): Generator<[string, Entry]> {
    for (const [name, { ref: _, ...entry }] of this.#entries) yield [name, entry];
  }

  /** The keys of the sessions of which something changed since this was called last. */
  takeChanged(): Iterable<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** What the newest transcript of a session tells. */
  row(key: string): SessionRow | undefined {
    const entry = this.#newest(key);
    if (entry === undefined) return undefined;
    const { modifiedMs, size, detailOf } = entry;
    const row = entry.row as SessionRow;
    const isStale = row.detail !== undefined && detailOf !== stampOf(entry);
    return { ...row, changedMs: modifiedMs, bytes: size, ...(isStale && { isStale }) };
  }

  /** The transcript of a session; undefined where it has none. */
  refOf(key: string): RecordRef | undefined {
    const entry = this.#newest(key);
    return entry && this.#refOf(entry);
  }

  /** True where the transcript of a session is known and still there; what was added to it is taken notice of. */
  isThere(key: string): boolean {
    const entry = this.#newest(key);
    if (entry === undefined || entry.ref?.store.format.kind === 'database') return false;
    const found = this.#deps.disk.stat(entry.path);
    if (found !== undefined) this.#grew(entry, found);
    return found !== undefined;
  }

  /** Takes notice of files that changed or came. */
  notice(paths: readonly string[]): void {
    for (const path of paths) {
      const known = this.#entries.get(path);
      const found = this.#deps.disk.stat(path);
      if (known !== undefined && found !== undefined) this.#grew(known, found);
      else if (found?.kind !== 'file' || !this.#isOwn(path)) this.isStrange = true;
      else this.#meet(path, { path, size: found.size, modifiedMs: found.modifiedMs });
    }
  }

  /** A look through all folders, in small steps. */
  *scanning(): Generator<undefined> {
    this.isStrange = false;
    this.#seen = new Set();
    for (const met of walk(this.#deps.disk, this.#deps.roots())) {
      yield;
      if ('problem' in met) continue;
      for (const one of this.#conversations(met.candidate)) {
        this.#meet(nameOf(one.path, one.ref?.session), one);
      }
    }
    for (const [name, entry] of this.#entries) {
      if (this.#seen.has(name)) continue;
      this.#entries.delete(name);
      this.#hide(entry);
    }
    this.#pending = [...this.#entries.values()]
      .filter(({ row }) => row === undefined)
      .sort((a, b) => a.modifiedMs - b.modifiedMs);
    this.#isLiveOld = true;
  }

  /** Looks into transcripts that were not looked into yet, the newest first, until a moment. */
  lookInto(untilMs: number): void {
    while (this.#pending.length > 0 && this.#deps.nowMs() < untilMs) {
      this.#lookInto(this.#pending.pop()!);
    }
  }

  /** Looks into transcripts until one is of the session with this key or id, or none is left. */
  lookFor(named: string): void {
    const isNamed = (): boolean =>
      [...this.#byKey.keys()].some((key) => key === named || key.endsWith(`/${named}`));
    while (this.#pending.length > 0 && !isNamed()) {
      for (const entry of this.#pending.splice(-50)) this.#lookInto(entry);
    }
  }

  /** Reads the transcripts of these sessions whole until a moment; answers with the keys that are left. */
  readWhole(keys: readonly string[], untilMs: number): string[] {
    const left = [...new Set(keys)];
    while (left.length > 0 && this.#deps.nowMs() < untilMs) {
      const entry = this.#newest(left.shift()!);
      if (entry !== undefined) this.#readWhole(entry, entry.row as SessionRow);
    }
    return left;
  }

  /** Those of the transcripts that changed last, and are likely to change again, that were not told yet. */
  live(): Live[] {
    if (this.#isLiveOld) {
      this.#isLiveOld = false;
      const since = this.#deps.nowMs() - liveMs;
      this.#newlyLive = [...this.#entries.values()]
        .filter(({ row, modifiedMs }) => isShown(row) && modifiedMs >= since)
        .sort((a, b) => b.modifiedMs - a.modifiedMs)
        .slice(0, mostLive);
      this.#live = new Set(this.#newlyLive);
    }
    const told = this.#newlyLive;
    this.#newlyLive = [];
    return told.flatMap(({ path, row }) => {
      if (!isShown(row)) return [];
      const { key, host, session } = row;
      return [{ path, key, host, session }];
    });
  }

  #enliven(entry: Entry): void {
    this.#live.add(entry);
    this.#newlyLive.push(entry);
  }

  #meet(name: string, one: Entry): void {
    this.#seen.add(name);
    const known = this.#entries.get(name);
    if (known !== undefined) {
      this.#grew(known, one);
      return;
    }
    this.#entries.set(name, one);
    this.#pending.push(one);
  }

  #grew(known: Entry, one: Pick<Entry, 'size' | 'modifiedMs' | 'ref'>): void {
    if (known.size === one.size && known.modifiedMs === one.modifiedMs) return;
    known.size = one.size;
    known.modifiedMs = one.modifiedMs;
    if (one.ref) known.ref = one.ref;
    this.isUnsaved = true;
    if (!this.#live.has(known)) this.#enliven(known);
    const { row } = known;
    if (isShown(row)) this.#changed.add(row.key);
    // A title stays; what had none yet may have one now.
    if (row === undefined || (isShown(row) && row.title !== undefined)) return;
    this.#hide(known);
    delete known.row;
    this.#pending.push(known);
  }

  #showBy(entry: Entry, row: SessionRow | 'none'): void {
    entry.row = row;
    if (row === 'none') return;
    const of = this.#byKey.get(row.key) ?? new Set();
    this.#byKey.set(row.key, of.add(entry));
    this.#changed.add(row.key);
  }

  #hide(entry: Entry): void {
    const { row } = entry;
    if (!isShown(row)) return;
    const of = this.#byKey.get(row.key);
    of?.delete(entry);
    if (of?.size === 0) this.#byKey.delete(row.key);
    this.#changed.add(row.key);
  }

  /** A session may lie in several files: the newest counts. */
  #newest(key: string): Entry | undefined {
    let newest: Entry | undefined;
    for (const entry of this.#byKey.get(key) ?? []) {
      if (newest === undefined || newest.modifiedMs < entry.modifiedMs) newest = entry;
    }
    return newest;
  }

  /** True for a path at which a client keeps transcripts in files. */
  #isOwn(path: string): boolean {
    const stores = this.#deps
      .roots()
      .filter((root) => path.startsWith(root.path))
      .flatMap((root) => root.stores)
      .filter((store) => store.mayBe(path));
    return stores.length > 0 && stores.every(({ format }) => format.kind !== 'database');
  }

  *#conversations({ path, stores, size, modifiedMs }: Candidate): Generator<Entry> {
    const database = stores.find((store) => store.format.kind === 'database');
    if (database === undefined) yield { path, size, modifiedMs };
    else yield* this.#inDatabase(path, database, database.format as DatabaseFormat);
  }

  *#inDatabase(path: string, store: RecordStore, format: DatabaseFormat): Generator<Entry> {
    const opened = this.#deps.disk.openDatabase(path);
    if ('refused' in opened) return;
    try {
      if (format.strange(opened.database) !== undefined) return;
      for (const one of format.conversations(opened.database)) {
        const { size, modifiedMs } = one;
        yield { path, size, modifiedMs, ref: { ...one, store, path } };
      }
    } catch (error) {
      if (this.#deps.disk.databaseFault(error) === undefined) throw error;
    } finally {
      opened.close();
    }
  }

  #refOf(entry: Entry): RecordRef | undefined {
    if (entry.ref !== undefined) return entry.ref;
    const { path, size, modifiedMs } = entry;
    const head = this.#deps.disk.head(path, headBytes);
    if (typeof head === 'string') return undefined;
    const text = decoder.decode(head);
    for (const { stores } of this.#deps.roots().filter((root) => path.startsWith(root.path))) {
      for (const store of stores.filter((one) => one.mayBe(path))) {
        const identity = store.recognise(path, text);
        if (identity === undefined) continue;
        entry.ref = { ...identity, store, path, size, modifiedMs };
        return entry.ref;
      }
    }
    return undefined;
  }

  #lookInto(entry: Entry): void {
    this.isUnsaved = true;
    const ref = this.#refOf(entry);
    if (ref === undefined || ref.subagent === true) {
      this.#showBy(entry, 'none');
      return;
    }
    const { host, title: client } = ref.store;
    const row: SessionRow = {
      key: ref.session === undefined ? `file/${ref.path}` : `${host}/${ref.session}`,
      host,
      client,
      ...(ref.session !== undefined && { session: ref.session }),
      changedMs: entry.modifiedMs,
      bytes: entry.size,
      hooked: false,
    };
    try {
      const { title, cwd, branch } = beginningOf(this.#deps.disk, ref);
      if (title !== undefined) row.title = this.#line(title);
      if (cwd !== undefined) row.project = this.#line(cwd);
      if (branch !== undefined) row.branch = this.#line(branch);
    } catch {
      // A fault of ours in reading it: it is listed all the same.
    }
    this.#showBy(entry, row);
    if (entry.modifiedMs >= this.#deps.nowMs() - newMs) this.#enliven(entry);
  }

  #line(text: string): string {
    return untrusted(this.#deps.shown(text), 300);
  }

  /** Of a long transcript that grows all the time most of the time would go into reading it. */
  #readWhole(entry: Entry, row: SessionRow): void {
    const began = this.#deps.nowMs();
    const rests = entry.readMs !== undefined && began - entry.readMs < 20 * (entry.tookMs ?? 0);
    if (entry.detailOf === stampOf(entry) || rests) return;
    const ref = this.#refOf(entry);
    if (ref === undefined) return;
    let detail: RowDetail;
    try {
      detail = rowDetail(this.#deps.disk, ref);
    } catch {
      detail = { sizes: [], compactions: [], reports: 0, rules: 0, asks: false };
    }
    entry.detailOf = stampOf(entry);
    entry.readMs = this.#deps.nowMs();
    entry.tookMs = entry.readMs - began;
    row.detail = detail;
    this.isUnsaved = true;
    this.#changed.add(row.key);
  }
}

function isShown(row: Entry['row']): row is SessionRow {
  return row !== undefined && row !== 'none';
}

function stampOf({ size, modifiedMs }: Entry): string {
  return `${size}/${modifiedMs}`;
}

function nameOf(path: string, session: string | undefined): string {
  return session === undefined ? path : `${path}#${session}`;
}
