import type { SessionList as Answer, SessionRow } from '../../core/page/model.ts';
import type { RecordRef } from '../records/find.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { HookedSessions, type Told } from './hooked-sessions.ts';
import { type Entry, type Live, Transcripts, type TranscriptsDeps } from './transcripts.ts';

export interface SessionListDeps extends TranscriptsDeps {
  index: SessionIndex;
  /** A client's name as its makers write it, by its id. */
  clientOf(host: string): string;
  /** What an earlier process found, so that it need not be looked for again. Lost without harm. */
  cache: { read(): string | undefined; write(text: string): void };
  epoch: string;
}

/** What events told to have changed. */
export interface Changed {
  /** Paths of transcripts. */
  paths?: readonly string[];
  /** Sessions whose hooks told something. */
  hooked?: readonly { host: string; id: string }[];
}

/** A look through all folders is not repeated sooner, in milliseconds, nor before so many times what the last one took. */
const scanEveryMs = 1_000;
const scanTimes = 4;
/** Writing ten thousand rows takes as long as an event may take to be seen. */
const saveEveryMs = 120_000;
/** A session that is known is looked for elsewhere only so often. */
const elsewhereMs = 5_000;
/** Steps of a look between two looks at the clock. */
const stepsTogether = 32;

/**
 * Every session of every client on this machine. Transcripts are looked into as far as the time of a request goes, the newest
 * first; what was found is kept for later processes. A change costs what the rows cost that it changes, however many there are.
 */
export class SessionLists {
  readonly #deps: SessionListDeps;
  readonly #transcripts: Transcripts;
  readonly #hooked: HookedSessions;
  readonly #told = new Map<string, { row: SessionRow; seq: number }>();
  readonly #gone = new Map<string, number>();
  #seq = 0;
  /** A look through all folders that was begun. */
  #look: Generator<undefined> | undefined;
  #scannedMs = 0;
  #scanTookMs = 0;
  #savedMs = 0;

  constructor(deps: SessionListDeps) {
    this.#deps = deps;
    this.#transcripts = new Transcripts(deps);
    this.#hooked = new HookedSessions(deps.index, deps.nowMs);
    this.#restore();
  }

  /**
   * What changed since a number of this process; `budgetMs`: about how long it may look into transcripts. `told`: an event said
   * what changed, so that no look through all folders is needed; it is done in small steps by `lookOn`.
   */
  list(epoch: string, after: number, budgetMs: number, told = false): Answer {
    if (!told) this.scan();
    const until = this.#deps.nowMs() + budgetMs;
    this.#transcripts.lookInto(until);
    this.#hooked.readOn(until);
    this.#gather();
    if (!told) this.save();
    const since = epoch === this.#deps.epoch ? after : 0;
    return {
      epoch: this.#deps.epoch,
      seq: this.#seq,
      rows: [...this.#told.values()].filter(({ seq }) => seq > since).map(({ row }) => row),
      gone: [...this.#gone].filter(([, seq]) => seq > since).map(([key]) => key),
      pending: this.#transcripts.pending + this.#hooked.pending,
      total: this.#told.size,
      ...(this.#look !== undefined && { isLooking: true }),
    };
  }

  /** True where nothing is known yet: neither was looked, nor did an earlier process leave anything. */
  get isEmpty(): boolean {
    return this.#transcripts.isEmpty && this.#scannedMs === 0;
  }

  /** Those of the transcripts that are likely to change again that were not told yet. */
  live(): Live[] {
    return this.#transcripts.live();
  }

  /** Takes notice of what changed, without a look through all folders where it is known. */
  changed({ paths = [], hooked = [] }: Changed): void {
    this.#transcripts.notice(paths);
    this.#hooked.notice(hooked);
  }

  /** The transcript of a row; undefined where it has none. */
  refOf(key: string): RecordRef | undefined {
    return this.#transcripts.refOf(key);
  }

  /** Reads the transcripts of these rows whole, as far as the time goes; answers with the keys that are left. */
  detail(keys: readonly string[], budgetMs: number): string[] {
    return this.#transcripts.readWhole(keys, this.#deps.nowMs() + budgetMs);
  }

  /** The rows and transcripts that a key, an id or the beginning of an id names. */
  find(named: string): { row: SessionRow; ref?: RecordRef }[] {
    const isRecent = this.#deps.nowMs() - this.#scannedMs < this.#rest(elsewhereMs);
    if (isRecent && this.#transcripts.isThere(named)) {
      const end = named.indexOf('/');
      this.#hooked.notice([{ host: named.slice(0, end), id: named.slice(end + 1) }]);
    } else this.scan();
    this.#transcripts.lookFor(named);
    this.#gather();
    const found = this.#rowsOf(named);
    for (const { key } of found) this.#hooked.read(key);
    this.#gather();
    return found.map(({ key }) => {
      const ref = this.refOf(key);
      return { row: this.#told.get(key)!.row, ...(ref && { ref }) };
    });
  }

  /** Looks through all folders, unless that was done just now. */
  scan(): void {
    if (!this.#mayScan(scanEveryMs)) return;
    const began = this.#deps.nowMs();
    this.#look?.return(undefined);
    this.#look = undefined;
    for (const _ of this.#transcripts.scanning());
    for (const _ of this.#hooked.scanning());
    this.#scannedMs = this.#deps.nowMs();
    this.#scanTookMs = this.#scannedMs - began;
  }

  /** Begins a look through all folders, unless one was done just now; `lookOn` goes on with it. */
  beginLook(): void {
    if (this.#look === undefined && this.#mayScan(scanEveryMs)) this.#look = this.#looking();
  }

  /** Goes on with a look that was begun for about so long; true where more of it is left. */
  lookOn(ms: number): boolean {
    if (this.#transcripts.isStrange) this.beginLook();
    const until = this.#deps.nowMs() + ms;
    try {
      while (this.#look !== undefined && this.#deps.nowMs() < until) {
        for (let step = 0; step < stepsTogether; step += 1) {
          if (this.#look?.next().done) this.#look = undefined;
        }
      }
    } catch (error) {
      this.#look = undefined;
      throw error;
    }
    return this.#look !== undefined;
  }

  /** Keeps for later processes what was found, unless that was done just now. */
  save(): void {
    for (const _ of this.#saving());
  }

  *#saving(): Generator<undefined> {
    const isUnsaved = this.#transcripts.isUnsaved || this.#hooked.isUnsaved;
    if (!isUnsaved || this.#deps.nowMs() - this.#savedMs < saveEveryMs) return;
    this.#savedMs = this.#deps.nowMs();
    this.#transcripts.isUnsaved = false;
    this.#hooked.isUnsaved = false;
    const parts: [string[], string[]] = [[], []];
    for (const [at, kept] of [this.#transcripts.kept(), this.#hooked.kept()].entries()) {
      for (const one of kept) {
        parts[at]!.push(JSON.stringify(one));
        yield;
      }
    }
    const [entries, hooked] = parts;
    this.#deps.cache.write(`{"v":${version},"entries":[${entries}],"hooked":[${hooked}]}`);
  }

  *#looking(): Generator<undefined> {
    const began = this.#deps.nowMs();
    yield* this.#transcripts.scanning();
    yield* this.#hooked.scanning();
    this.#scannedMs = this.#deps.nowMs();
    this.#scanTookMs = this.#scannedMs - began;
    // A list that is not whole yet is kept once it is.
    if (this.#transcripts.pending === 0) yield* this.#saving();
  }

  /** What comes of a strange file is waited for. */
  #mayScan(leastMs: number): boolean {
    const { isStrange } = this.#transcripts;
    const rest = isStrange ? Math.min(leastMs, scanTimes * this.#scanTookMs) : this.#rest(leastMs);
    return this.#deps.nowMs() - this.#scannedMs >= rest;
  }

  #rest(leastMs: number): number {
    return Math.max(leastMs, scanTimes * this.#scanTookMs);
  }

  #rowsOf(named: string): SessionRow[] {
    const exact = this.#told.get(named);
    if (exact !== undefined) return [exact.row];
    const rows = [...this.#told.values()].map(({ row }) => row);
    const byId = rows.filter(({ session }) => session === named);
    return byId.length > 0 ? byId : rows.filter(({ session }) => session?.startsWith(named));
  }

  /** Brings together what transcripts and hooks tell of the sessions of which something changed. */
  #gather(): void {
    const keys = new Set([...this.#transcripts.takeChanged(), ...this.#hooked.takeChanged()]);
    for (const key of keys) {
      const row = this.#rowOf(key);
      if (row === undefined) {
        if (!this.#told.delete(key)) continue;
        this.#seq += 1;
        this.#gone.set(key, this.#seq);
        continue;
      }
      if (isSame(this.#told.get(key)?.row, row)) continue;
      this.#seq += 1;
      this.#told.set(key, { row, seq: this.#seq });
      this.#gone.delete(key);
    }
  }

  #rowOf(key: string): SessionRow | undefined {
    const found = this.#transcripts.row(key);
    const hooked = this.#hooked.get(key);
    if (hooked === undefined) return found;
    const { session, told } = hooked;
    const { project, ended = false, recovery = false, ticket, plan } = told ?? {};
    const place = found?.project ?? project;
    return {
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
    };
  }

  #restore(): void {
    try {
      const kept: unknown = JSON.parse(this.#deps.cache.read() ?? 'null');
      const { v, entries, hooked } = (kept ?? {}) as {
        v?: unknown;
        entries?: [string, Entry][];
        hooked?: [string, Told][];
      };
      if (v !== version || !Array.isArray(entries) || !Array.isArray(hooked)) return;
      this.#transcripts.restore(entries);
      this.#hooked.restore(hooked);
    } catch {
      // It is looked for again.
    }
  }
}

/** What is read of a transcript is another object at each reading. */
function isSame(before: SessionRow | undefined, now: SessionRow): boolean {
  if (before === undefined) return false;
  const names = Object.keys(now) as (keyof SessionRow)[];
  return (
    names.length === Object.keys(before).length && names.every((name) => before[name] === now[name])
  );
}

/** Of what is kept; another one is looked for again. */
const version = 2;
