import type { SessionList as Answer, RowDetail, SessionRow } from '../../core/page/model.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { DatabaseFormat, RecordStore } from '../../hosts/record-store.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { type Candidate, type Root, walk } from '../records/walk.ts';
import type { SessionIndex, StoredSession } from '../sessions/session-index.ts';
import { rowDetail } from './row-detail.ts';
import { type TaskName, taskName } from './task-name.ts';
import { beginningOf } from './title.ts';

export interface SessionListDeps {
  disk: RecordDisk;
  roots(): readonly Root[];
  index: SessionIndex;
  /** A client's name as its makers write it, by its id. */
  clientOf(host: string): string;
  /** Takes secrets out of a text. */
  shown(text: string): string;
  nowMs(): number;
  /** What an earlier process found, so that it need not be looked for again. Lost without harm. */
  cache: { read(): string | undefined; write(text: string): void };
  epoch: string;
}

/** One transcript, or one conversation of a database. */
interface Entry {
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

interface Hooked extends TaskName {
  stamp: number;
  project?: string;
  record?: string;
  ended: boolean;
  recovery: boolean;
}

/** Transcripts that changed in this time may change again; so many are told at most. */
const liveMs = 24 * 60 * 60 * 1000;
const mostLive = 64;
/** A look through all folders is not repeated sooner, in milliseconds. */
const scanEveryMs = 1_000;
/** Writing ten thousand rows takes as long as an event may take to be seen. */
const saveEveryMs = 30_000;
const headBytes = 65_536;
const decoder = new TextDecoder();

/**
 * Every session of every client on this machine. Transcripts are looked into as far as the time of a request goes, the newest
 * first; what was found is kept for later processes.
 */
export class SessionLists {
  readonly #deps: SessionListDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #hooked = new Map<string, Hooked>();
  readonly #told = new Map<string, { row: SessionRow; text: string; seq: number }>();
  readonly #gone: { key: string; seq: number }[] = [];
  #seq = 0;
  #scannedMs = 0;
  #scanTookMs = 0;
  /** True where something came that is not known. */
  #scanSoon = false;
  #savedMs = 0;
  #isChanged = false;
  #pending: Entry[] = [];

  constructor(deps: SessionListDeps) {
    this.#deps = deps;
    this.#restore();
  }

  /**
   * What changed since a number of this process; `budgetMs`: about how long it may look into transcripts. `told`: an event said
   * what changed, so that no look through all folders is needed where all of it is known; call `scan` after it.
   */
  list(epoch: string, after: number, budgetMs: number, told = false): Answer {
    const began = this.#deps.nowMs();
    if (!told || this.#scanSoon) this.scan();
    while (this.#pending.length > 0 && this.#deps.nowMs() - began < budgetMs) {
      this.#lookInto(this.#pending.pop()!);
    }
    this.#gather();
    this.#save();
    const since = epoch === this.#deps.epoch ? after : 0;
    return {
      epoch: this.#deps.epoch,
      seq: this.#seq,
      rows: [...this.#told.values()].filter(({ seq }) => seq > since).map(({ row }) => row),
      gone: this.#gone.filter(({ seq }) => seq > since).map(({ key }) => key),
      pending: this.#pending.length,
      total: this.#told.size,
    };
  }

  /** The transcripts that changed last, which are likely to change again. */
  live(): { path: string; key: string; host: string; session?: string | undefined }[] {
    const since = this.#deps.nowMs() - liveMs;
    const found: { path: string; row: SessionRow; modifiedMs: number }[] = [];
    for (const { path, row, modifiedMs } of this.#entries.values()) {
      if (row === undefined || row === 'none' || modifiedMs < since) continue;
      found.push({ path, row, modifiedMs });
    }
    return found
      .sort((a, b) => b.modifiedMs - a.modifiedMs)
      .slice(0, mostLive)
      .map(({ path, row: { key, host, session } }) => ({ path, key, host, session }));
  }

  /** Takes notice of files that changed, without a look through all folders where they are known. */
  changed(paths: readonly string[]): void {
    for (const path of paths) {
      const known = this.#entries.get(path);
      const found = known && this.#deps.disk.stat(path);
      if (found === undefined) this.#scanSoon = true;
      else this.#grew(known!, found);
    }
  }

  /** The transcript of a row; undefined where it has none. */
  refOf(key: string): RecordRef | undefined {
    let newest: Entry | undefined;
    for (const entry of this.#entries.values()) {
      if (entry.row === undefined || entry.row === 'none' || entry.row.key !== key) continue;
      if (newest === undefined || newest.modifiedMs < entry.modifiedMs) newest = entry;
    }
    return newest && this.#refOf(newest);
  }

  /** Reads the transcripts of these rows whole, as far as the time goes; answers with the keys that are left. */
  detail(keys: readonly string[], budgetMs: number): string[] {
    const began = this.#deps.nowMs();
    const wanted = new Map(keys.map((key) => [key, true]));
    for (const entry of this.#entries.values()) {
      if (entry.row === undefined || entry.row === 'none' || !wanted.has(entry.row.key)) continue;
      if (this.#deps.nowMs() - began >= budgetMs) break;
      wanted.delete(entry.row.key);
      this.#readWhole(entry);
    }
    return this.#deps.nowMs() - began < budgetMs ? [] : [...wanted.keys()];
  }

  /** The rows and transcripts that a key, an id or the beginning of an id names. */
  find(named: string): { row: SessionRow; ref?: RecordRef }[] {
    this.scan();
    const isNamed = ({ row }: Pick<Entry, 'row'>): boolean =>
      row !== undefined && row !== 'none' && (row.key === named || row.session === named);
    while (
      this.#pending.length > 0 &&
      ![...this.#pending, ...this.#entries.values()].some(isNamed)
    ) {
      for (const entry of this.#pending.splice(-50)) this.#lookInto(entry);
    }
    this.#gather();
    const rows = [...this.#told.values()].map(({ row }) => row);
    const exact = rows.filter((row) => isNamed({ row }));
    const found =
      exact.length > 0 ? exact : rows.filter(({ session }) => session?.startsWith(named));
    return found.map((row) => {
      const ref = this.refOf(row.key);
      return { row, ...(ref && { ref }) };
    });
  }

  /** Looks through all folders, unless that was done just now. */
  scan(): void {
    const now = this.#deps.nowMs();
    const rest = this.#scanSoon ? Math.min(scanEveryMs, 4 * this.#scanTookMs) : scanEveryMs;
    if (now - this.#scannedMs < rest) return;
    this.#scanSoon = false;
    const seen = new Set<string>();
    for (const met of walk(this.#deps.disk, this.#deps.roots())) {
      if ('problem' in met) continue;
      const { candidate } = met;
      for (const one of this.#conversations(candidate)) {
        const name = nameOf(one.path, one.ref?.session);
        seen.add(name);
        const known = this.#entries.get(name);
        if (known === undefined) this.#entries.set(name, one);
        else this.#grew(known, one);
      }
    }
    for (const name of this.#entries.keys()) {
      if (!seen.has(name)) this.#entries.delete(name);
    }
    this.#pending = [...this.#entries.values()]
      .filter(({ row }) => row === undefined)
      .sort((a, b) => a.modifiedMs - b.modifiedMs);
    this.#scannedMs = this.#deps.nowMs();
    this.#scanTookMs = this.#scannedMs - now;
  }

  #grew(known: Entry, one: Pick<Entry, 'size' | 'modifiedMs' | 'ref'>): void {
    if (known.size === one.size && known.modifiedMs === one.modifiedMs) return;
    known.size = one.size;
    known.modifiedMs = one.modifiedMs;
    if (one.ref) known.ref = one.ref;
    this.#isChanged = true;
    // A title stays; what had none yet may have one now.
    if (known.row !== 'none' && known.row?.title !== undefined) return;
    if (known.row !== undefined) this.#pending.push(known);
    delete known.row;
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
    this.#isChanged = true;
    const ref = this.#refOf(entry);
    if (ref === undefined || ref.subagent === true) {
      entry.row = 'none';
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
    entry.row = row;
  }

  #line(text: string): string {
    return untrusted(this.#deps.shown(text), 300);
  }

  /** Of a long transcript that grows all the time most of the time would go into reading it. */
  #readWhole(entry: Entry): void {
    const stamp = `${entry.size}/${entry.modifiedMs}`;
    const began = this.#deps.nowMs();
    const rests = entry.readMs !== undefined && began - entry.readMs < 20 * (entry.tookMs ?? 0);
    if (entry.detailOf === stamp || rests || entry.row === undefined || entry.row === 'none')
      return;
    const ref = this.#refOf(entry);
    if (ref === undefined) return;
    let detail: RowDetail;
    try {
      detail = rowDetail(this.#deps.disk, ref);
    } catch {
      detail = { sizes: [], compactions: [], reports: 0, rules: 0, asks: false };
    }
    entry.detailOf = stamp;
    entry.readMs = this.#deps.nowMs();
    entry.tookMs = entry.readMs - began;
    entry.row.detail = detail;
    this.#isChanged = true;
  }

  /** Brings together what transcripts and hooks tell. */
  #gather(): void {
    const rows = new Map<string, SessionRow>();
    for (const { row, modifiedMs, size, detailOf } of this.#entries.values()) {
      if (row === undefined || row === 'none') continue;
      const isStale = row.detail !== undefined && detailOf !== `${size}/${modifiedMs}`;
      const known = rows.get(row.key);
      // A session may lie in several files: the newest counts.
      if (known !== undefined && known.changedMs >= modifiedMs) continue;
      const changed = { changedMs: modifiedMs, bytes: size, ...(isStale && { isStale }) };
      rows.set(row.key, { ...row, ...changed });
    }
    for (const session of this.#deps.index.list()) this.#addHooked(rows, session);
    for (const [key, row] of rows) {
      const text = JSON.stringify(row);
      if (this.#told.get(key)?.text === text) continue;
      this.#seq += 1;
      this.#told.set(key, { row, text, seq: this.#seq });
    }
    for (const key of this.#told.keys()) {
      if (rows.has(key)) continue;
      this.#told.delete(key);
      this.#seq += 1;
      this.#gone.push({ key, seq: this.#seq });
    }
  }

  #addHooked(rows: Map<string, SessionRow>, session: StoredSession): void {
    const key = `${session.host}/${session.id}`;
    let known = this.#hooked.get(key);
    if (known?.stamp !== session.modifiedMs) {
      const agent = this.#deps.index.read(session).state.agents[mainAgent];
      const task = agent?.task?.confidence === 'low' ? undefined : agent?.task?.path;
      known = {
        stamp: session.modifiedMs,
        ended: agent?.ended !== undefined,
        recovery: agent !== undefined && isOpen(lastRecovery(agent)),
        ...(agent?.project !== undefined && { project: agent.project }),
        ...taskName(task),
      };
      this.#hooked.set(key, known);
    }
    const { project, ended, recovery, ticket, plan } = known;
    const found = rows.get(key);
    const place = found?.project ?? project;
    rows.set(key, {
      ...(found ?? {
        key,
        host: session.host,
        client: this.#deps.clientOf(session.host),
        session: session.id,
        bytes: 0,
      }),
      changedMs: Math.max(found?.changedMs ?? 0, session.modifiedMs),
      hooked: true,
      ...(place !== undefined && { project: place }),
      ended,
      recovery,
      ...(ticket !== undefined && { ticket }),
      ...(plan !== undefined && { plan }),
    });
  }

  #restore(): void {
    try {
      const kept: unknown = JSON.parse(this.#deps.cache.read() ?? 'null');
      const { v, entries } = (kept ?? {}) as { v?: unknown; entries?: [string, Entry][] };
      if (v !== version || !Array.isArray(entries)) return;
      for (const [name, entry] of entries) this.#entries.set(name, entry);
    } catch {
      // It is looked for again.
      this.#entries.clear();
    }
  }

  #save(): void {
    const now = this.#deps.nowMs();
    if (!this.#isChanged || now - this.#savedMs < saveEveryMs) return;
    const entries = [...this.#entries].map(([name, { ref: _, ...entry }]) => [name, entry]);
    this.#deps.cache.write(JSON.stringify({ v: version, entries }));
    this.#savedMs = now;
    this.#isChanged = false;
  }
}

/** Of what is kept; another one is looked for again. */
const version = 1;

function nameOf(path: string, session: string | undefined): string {
  return session === undefined ? path : `${path}#${session}`;
}
