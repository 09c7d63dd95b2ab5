import type { CompactionAudit } from '../audit/report.ts';

/** A session in the list of the page. */
export interface SessionRow {
  /** Client and id, or the path of the transcript where it tells no id. */
  key: string;
  host: string;
  /** The client's name as its makers write it. */
  client: string;
  session?: string;
  /** What the user asked first, in a line; absent where the transcript tells nothing that a user said. */
  title?: string;
  project?: string;
  branch?: string;
  /** When it last changed, in milliseconds since 1970. */
  changedMs: number;
  bytes: number;
  /** True where hooks told of it. */
  hooked: boolean;
  ended?: boolean;
  /** True while a recovery is open. */
  recovery?: boolean;
  ticket?: string;
  /** Where it has no ticket: the name of the file that says what is to be done. */
  plan?: string;
  /** What reading the whole transcript told; absent until somebody asked for it. */
  detail?: RowDetail;
  /** True where the transcript changed since the detail was read. */
  isStale?: boolean;
}

/** What only the whole transcript tells. */
export interface RowDetail {
  /** How full the context was, a few points, in tokens. */
  sizes: { at: number; tokens: number }[];
  /** Places of compactions on the same scale. */
  compactions: number[];
  /** Reports of the context's size in all. */
  reports: number;
  tokens?: number;
  /** Rules that hold. */
  rules: number;
  /** True where the agent's last words are a question to the user. */
  asks: boolean;
}

/** Part of the list. */
export interface SessionList {
  /** Changes with each process: what was told by another one does not count. */
  epoch: string;
  /** To be named in the next request, which is then told only what changed since. */
  seq: number;
  rows: SessionRow[];
  /** Keys of rows that are gone. */
  gone: string[];
  /** Transcripts that are not looked into yet. */
  pending: number;
  total: number;
  /** True while all folders are looked through beside answers: what that finds is told to who asks again. */
  isLooking?: boolean;
}

/** One thing that happened in a session. */
export interface SessionEvent {
  kind: 'prompt' | 'answer' | 'call' | 'compaction' | 'brief' | 'denial' | 'receipt' | 'other';
  ms?: number;
  text: string;
  /** How a call ended. */
  outcome?: string;
  line?: number;
  /** Of a compaction: its number. */
  number?: number;
}

/** A fact with the word for its kind. */
export interface PageFact {
  kind: string;
  value: string;
  detail?: string;
}

/** A compaction with the facts themselves. */
export interface PageCompaction extends Omit<CompactionAudit, 'goneFacts'> {
  kept: PageFact[];
  given: PageFact[];
  missing: PageFact[];
}

export interface PageRule {
  number: number;
  id: string;
  text: string;
  kind: string;
  state: string;
  kept?: boolean;
  by?: string;
}

/** A recovery of a session that hooks told of. */
export interface PageRecovery {
  number: number;
  status: 'armed' | 'delivered' | 'met' | 'released';
  at: string;
  trigger: string;
  /** What was told to the agent, word for word. */
  briefs: { at: string; via: string; text: string }[];
  denials: number;
  /** Files that were to be read, and what showed that they were. */
  reading: { path: string; met?: string }[];
  missing: string[];
}

/** Everything that the page shows of one session. */
export interface SessionPage {
  row: SessionRow;
  path?: string;
  from?: string;
  to?: string;
  calls: number;
  events: SessionEvent[];
  /** Earlier events that are left out. */
  eventsLeftOut: number;
  sizes: { at: number; ms?: number; tokens: number }[];
  compactions: PageCompaction[];
  rules: PageRule[];
  recoveries: PageRecovery[];
  notes: { at: string; by: string; text: string }[];
  memory?: string;
  /** What could not be read, as sentences. */
  problems: string[];
  /** Where the reading of the transcript ended, in bytes; absent where it cannot be gone on with. */
  readTo?: number;
}

/** What was added to a transcript since it was read. */
export interface SessionTail {
  events: SessionEvent[];
  /** Where this reading ended. */
  readTo: number;
}
