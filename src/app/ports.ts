import type { ConversationItem } from '../core/conversation.ts';
import type { EntryBody, StoredCursor } from '../core/recovery/entry.ts';
import type { SessionState } from '../core/recovery/session-state.ts';
import type { ToolCall } from '../core/tool.ts';
import type { RecordReader } from '../hosts/host.ts';

/** What use cases ask of the machine. `platform/` implements these; tests give their own. */

export interface FileStat {
  kind: 'file' | 'folder' | 'other';
  size: number;
  modifiedMs: number;
  /** When its content, name or owner changed last: no program can set that back, as it can `modifiedMs`. Absent where nothing tells it. */
  changedMs?: number;
  /** Identity of the file behind the path, so that a replaced file is noticed. */
  inode: number;
  /** True for a folder that is everybody's, as that for temporary files is: all may write, and remove what is theirs. */
  shared?: boolean;
}

export interface Files {
  /** The file as text (UTF-8, a leading BOM removed); undefined when absent, unreadable or over `limit` bytes (default 16 MiB). */
  readText(path: string, limit?: number): string | undefined;
  stat(path: string): FileStat | undefined;
  /** The path with symbolic links resolved; undefined when nothing is there. */
  realPath(path: string): string | undefined;
  /**
   * Whether one of the texts stands in a file behind an offset; undefined when there are more than `limit` bytes
   * to look through, or the file became shorter than the offset.
   */
  mentions(
    path: string,
    from: number,
    texts: readonly string[],
    limit: number,
  ): boolean | undefined;
  /** The text of a file behind an offset; undefined where there are more than `limit` bytes of it, or it became shorter. */
  textFrom(path: string, from: number, limit: number): string | undefined;
  /** Names in a folder, sorted by code unit; empty when absent or unreadable. */
  list(path: string): string[];
}

/** Milliseconds since a start of the machine, which is told from every other one. */
export interface SteadyTime {
  start: string;
  ms: number;
}

export interface Clock {
  now(): Date;
}

export interface GitState {
  branch?: string;
  head?: string;
  /** Paths with uncommitted changes, relative to the work tree's top, with git's two status letters. */
  changed: { path: string; status: string }[];
  /** Commits ahead of the upstream; undefined when there is none. */
  unpushed?: number;
  /** Top folder of the work tree. */
  top: string;
  /** True when the work tree is a linked one (`git worktree`). */
  linked: boolean;
}

export interface Git {
  /** The state of the work tree around a folder; undefined when it is none or git did not answer in time (300 ms). */
  state(cwd: string): Promise<GitState | undefined>;
  /** A file's text as it was committed last before a moment (ISO time); undefined where git tells of none, or not in time. */
  textBefore?(path: string, time: string): Promise<string | undefined>;
}

/** Where the reading of a record stopped; enough for an event that may have nothing to tell. */
export interface FoldHead {
  cursor: StoredCursor;
  /** Byte offset of the last model answer. */
  lastAnswer: number;
  /** Plans of the session that a person accepted. */
  plans: number;
  /** The call of a skill that gives a role stands there without a result. */
  roleOpen?: boolean;
}

/** The same with the fold up to there; kept between events, and rebuilt when lost. */
export interface FoldCache extends FoldHead {
  /** Null while nothing of the record was read. */
  state: unknown;
}

/** What of a session has nothing to tell: nothing; its turn ends; or its prompts too. */
export type Quiet = 'none' | 'ends' | 'all';

/** How far the calls that finished were taken from a transcript. */
export interface FinishedMark {
  /** Absent: to nothing yet. */
  cursor: StoredCursor | undefined;
  /** Calls that the transcript shows up to there, without a result. */
  pending: ToolCall[];
  /** Ids of calls whose end an event told of, the last ones. */
  told?: string[];
}

/** An entry to be written: the envelope is added by the store. */
export interface NewEntry {
  agent?: string;
  body: EntryBody;
}

/** The state of one session on disk. */
export interface SessionStore {
  /** The folder of the session. */
  folder: string;
  /** Folds the journal. `skipped`: lines that were not understood. */
  load(): { state: SessionState; skipped: number };
  /** How long the journal is: it only ever grows. */
  length(): number;
  /** Appends in order. False when the disk refuses; then nothing may depend on it. */
  append(entries: readonly NewEntry[]): boolean;
  /** Runs while other processes wait, but never longer than a moment. */
  locked<T>(work: () => T): T;
  /**
   * A claim for one process only of all that claim a name, whether or not they wait for each other; `giveUp` is for a
   * claim after which nothing was done. `overDead`: also over a claim of a process that died and, as was just looked up,
   * led to nothing.
   */
  claim(name: string, overDead: boolean): { giveUp(): void } | undefined;
  readFold(agent: string | undefined): FoldCache | undefined;
  /** The head of the same, without the facts; undefined also where its fold is of another version. */
  readFoldHead(agent: string | undefined): FoldHead | undefined;
  /** The facts of another session of the same host, as they were last written down. */
  readOtherFold(sessionId: string): unknown;
  /** The state of another session of the same host. */
  loadOther(sessionId: string): SessionState;
  writeFold(agent: string | undefined, cache: FoldCache): void;
  /** How far finished calls were taken from the transcript of an agent. */
  readFinished(agent: string | undefined): FinishedMark | undefined;
  writeFinished(agent: string | undefined, mark: FinishedMark): void;
  /** What the guard decides by, as text; small, so that a tool call need not read more. */
  readGuard(): string | undefined;
  writeGuard(text: string): void;
  /** Writes the rules file; answers with its path, or undefined when the disk refuses. */
  writeRules(agent: string | undefined, text: string): string | undefined;
  rulesPath(agent: string | undefined): string;
  /** Says why tool events of this session are needed; no reason, no watching. */
  watch(reasons: readonly string[]): void;
  /** Why they are needed, as it was said last. */
  watchedFor(): string[];
  /** Says which events of this session have nothing to tell, so that nobody need wait for them; true where that is new. */
  quiet(what: Quiet): boolean;
  /** Forgets watching for sessions that died, by the age of their reasons in milliseconds. */
  dropStaleWatches(ageMs: number): void;
}

/**
 * Reads a host's record from a cursor (absent: from its start) to its end and reports its items in file
 * order. Undefined when the record cannot be read; never throws.
 */
export type RecordSource = (
  path: string,
  reader: RecordReader,
  cursor: StoredCursor | undefined,
  onItem: (item: ConversationItem) => void,
) =>
  | ({
      cursor: StoredCursor;
      damaged: number;
      unknown: Record<string, number>;
      /** True where another file stands at the path than the cursor was made for. */
      reset?: boolean;
      /** True where rows that were read before are gone from the record, as the client removes what was taken back. */
      removed?: boolean;
    } & Partial<LeftOut>)
  | undefined;

/** Parts of a record that were not looked at. */
export interface LeftOut {
  /** Lines over the longest that is taken. */
  oversized: number;
  /** Bytes at the beginning of a record that is too large to be read whole. */
  passedOver: number;
}
