import type { AuditedKind } from './kinds.ts';
import type { Reread } from './rereads.ts';
import type { SizePoint } from './sizes.ts';

/** Facts of one kind at one compaction, or at several together. */
export interface KindCount {
  kind: AuditedKind;
  before: number;
  /** Held by the host's summary or by a file that the host attached again. */
  kept: number;
  gone: number;
  /** Of those gone, held by the brief. */
  saved: number;
}

/** A fact that the host's summary does not hold. */
export interface GoneFact {
  kind: AuditedKind;
  /** Word for word what a person said; else one line. */
  value: string;
  detail?: string;
  time?: string;
  line?: number;
  /** True when the brief holds it. */
  saved: boolean;
}

/** What the host put in the place of the conversation. `unreadable`: the record does not show it. */
export type SummaryState = 'read' | 'empty' | 'unreadable';

export interface CompactionAudit {
  /** In its session, from 1. */
  number: number;
  time?: string;
  /** Line of the record, where it has lines. */
  line?: number;
  trigger: 'auto' | 'manual' | 'unknown';
  /** How many reports of the context's size came before it. */
  reports: number;
  tokensBefore?: number;
  tokensAfter?: number;
  summary: SummaryState;
  summaryCharacters: number;
  /** Facts at this moment, those of earlier segments included. Of an unreadable summary nothing counts as kept or gone. */
  kinds: KindCount[];
  facts: number;
  /** At most `mostGone`. */
  goneFacts: GoneFact[];
  /** Facts that the host's summary holds, where they were asked for; at most `mostGone`. */
  keptFacts?: { kind: AuditedKind; value: string }[];
  /** Questions to the person that nobody had answered, with the sentence that tells them as answered. */
  approvals: { question: string; claim: string }[];
  rereads: Reread[];
  brief: { characters: number; facts: number };
}

/** A rule of a person that is gone, once however often it went. */
export interface GoneRule extends GoneFact {
  /** Numbers of the compactions after which it was gone. */
  compactions: number[];
}

export interface SessionAudit {
  host: string;
  title: string;
  session?: string;
  /** How the user began it; absent where the record has no word of theirs. */
  subject?: string;
  subagent: boolean;
  /** True where the host keeps summaries in a form that only it can read. */
  hidesSummaries: boolean;
  cwd?: string;
  path: string;
  /** First and last time that the record tells. */
  from?: string;
  to?: string;
  calls: number;
  compactions: CompactionAudit[];
  rules: GoneRule[];
  sizes: SizePoint[];
}

export interface Totals {
  /** Conversations that were read, and those of them with a compaction. */
  sessions: number;
  compacted: number;
  compactions: number;
  unreadable: number;
  kinds: KindCount[];
  rules: number;
  approvals: number;
  rereads: { files: number; times: number; tokens: number };
  /** What the brief would have kept of what is gone, and the characters of the briefs at those compactions. */
  brief: { saved: number; gone: number; characters: number; medianCharacters: number };
}

/** Everything that an audit found. */
export interface AuditReport {
  /** Sessions with a compaction, the newest first; where they are very many, those with the most that is gone. */
  sessions: SessionAudit[];
  /** Sessions with a compaction that are in the totals alone. */
  sessionsLeftOut: number;
  /** Records that are copies of one that counts: the same session with the same content. */
  copies: number;
  hosts: HostCount[];
  totals: Totals;
}

export interface HostCount {
  host: string;
  title: string;
  sessions: number;
  compacted: number;
  compactions: number;
  /** Rows of kinds that are not known, by name. */
  unknownRows: Record<string, number>;
}
