import type { CompactionTrigger, SessionSource } from '../event.ts';
import type { HandoffEnd } from '../handoff/record.ts';
import type { RoleEntry } from '../role/role-entry.ts';
import type { WorkflowEntry } from '../workflow/step-view.ts';
import type { SentText } from './sent-text.ts';

/** A file that must be read again, as it was when the recovery was armed or last looked at. */
export interface ObligationRecord {
  path: string;
  role: string;
  /** Fingerprint of the content; absent when the file was missing. */
  hash?: string;
  /** True when the whole content went out in the brief. */
  inlined?: boolean;
}

/** A brief that stands in a composed compaction. */
export interface ComposedBrief {
  /** The recovery that a compaction with it opens. */
  of: string;
  /** Characters of the whole composed text. */
  length: number;
  text: string;
  sent: SentText;
  files: ObligationRecord[];
  missing: string[];
  inlined: string[];
}

/** Where a reading of the host's record stopped. Opaque to the core. */
export type StoredCursor = Record<string, string | number>;

/**
 * What made a recovery certain. `record`: a boundary found in the host's record. `announcement`: the before-event, on hosts
 * where nothing else ever tells of a compaction. `handoff`: none happened, the session continues the work of another one.
 */
export type ArmedBy = 'session-start' | 'after-event' | 'record' | 'announcement' | 'handoff';

export type ReleaseReason = 'denial-cap' | 'person' | 'expired' | 'superseded' | 'nothing-to-read';

/** Everything that is written to a session's journal. Entries only ever gain optional fields. */
export type EntryBody =
  | {
      kind: 'session';
      source: SessionSource;
      cwd?: string;
      record?: string;
      project?: string;
      /** What tells the project's folder from another of the same name. */
      inode?: number;
    }
  | { kind: 'ended'; reason: string }
  /** The session was compacted before it was seen for the first time. */
  | { kind: 'compacted' }
  /** `midTurn`: the agent was at work, where no later event tells of the compaction. */
  | {
      kind: 'expected';
      trigger: CompactionTrigger;
      tail: string;
      length: number;
      midTurn?: boolean;
    }
  /** The facts before a compaction: `state` is the fold, `cursor` where its reading stopped. */
  | { kind: 'snapshot'; hash: string; cursor: StoredCursor; state: unknown }
  /** The same facts as an earlier snapshot. */
  | { kind: 'snapshot.same'; hash: string }
  /** The host was given a text in place of its summary, with this brief in it, for the recovery that is opened next. */
  | ({ kind: 'composed' } & ComposedBrief)
  | {
      kind: 'armed';
      recovery: string;
      by: ArmedBy;
      trigger: CompactionTrigger;
      /** State of the record's end when armed, to tell a repeated event from a new compaction. */
      tail: string;
      boundary?: string;
      midTurn: boolean;
      /** True when the session has a task, so that it may be gated and its turn continued. */
      task: boolean;
      /** The host's plan mode was on. */
      planMode?: boolean;
      /** Top folder of the linked work tree that the session worked in. */
      worktree?: string;
      calls: number;
      rapid: number;
      cursor?: StoredCursor;
    }
  | { kind: 'boundary'; recovery: string; boundary: string }
  | { kind: 'after-event'; recovery: string }
  /** `questions`: those that must be answered before the gate opens. */
  | {
      kind: 'obligations';
      recovery: string;
      files: ObligationRecord[];
      missing: string[];
      questions?: string[];
    }
  | {
      kind: 'brief';
      recovery: string;
      via: string;
      text: string;
      stub: boolean;
      inlined: string[];
      /** What went out, from the brief's mark to the end of the answer that carried it. */
      sent?: SentText;
    }
  /** `brief`: which of the recovery's briefs, counted from 0. */
  | { kind: 'delivered'; recovery: string; proof: string; brief?: number }
  | { kind: 'undelivered'; recovery: string }
  /** Turns were taken back: what the recovery counted on in them. `place`: where the record tells it. */
  | {
      kind: 'rewound';
      recovery: string;
      place: number;
      brief: boolean;
      files: string[];
      questions: string[];
    }
  /** The host took the text of files out of the context again. */
  | { kind: 'cleared'; recovery: string; files: string[] }
  | { kind: 'warned'; recovery: string }
  /** `same`: by what a call is known that is told twice. */
  | { kind: 'call'; recovery: string; id: string; same?: string }
  | {
      kind: 'shown';
      recovery: string;
      path: string;
      hash: string;
      ranges: [number, number][];
      how: string;
      /** The id of the call whose result showed it. */
      call?: string;
    }
  | { kind: 'read'; recovery: string; path: string; hash: string; how: string }
  | { kind: 'denied'; recovery: string; id: string; tool: string }
  | { kind: 'turn'; recovery: string }
  | { kind: 'escalated'; recovery: string; id: string }
  | { kind: 'met'; recovery: string }
  | { kind: 'released'; recovery: string; why: ReleaseReason }
  | { kind: 'continued'; recovery: string }
  /** The continued turn ended again with something unread or unanswered, which the person was told. */
  | { kind: 'let-go'; recovery: string }
  | { kind: 'loss'; recovery: string; items: number; text: string }
  | { kind: 'loss.sent'; recovery: string; via: string }
  /** What was said before the compaction came with an event: by what each piece is known, and how long it was in all. */
  | { kind: 'brought-up'; recovery: string; via: string; keys: string[]; length: number }
  | { kind: 'prompt'; key: string }
  /** Whether the user's newest message stops the work, where no record tells what it says. */
  | { kind: 'course'; stops: boolean }
  /** A call was held back, asked about, or run in another form: `key` is what it is known by when it comes again, `rule` the user's words. */
  | { kind: 'held'; key: string; how: 'ask' | 'deny' | 'rewrite'; rule?: string }
  | { kind: 'thrash'; recovery: string; count: number }
  /** The user and the agent were told that a compaction is near, at so many percent. */
  | { kind: 'near'; full: number }
  | { kind: 'pointer'; what: string }
  | { kind: 'note'; text: string; note: 'decision' | 'constraint' | 'next'; by: 'person' | 'agent' }
  /** What the user chose of a rule, named by its id. */
  | { kind: 'rule'; rule: string; choice: 'drop' | 'keep' }
  | { kind: 'task'; path?: string; confidence: string; method: string; reason: string }
  | { kind: 'git'; branch?: string; head?: string; changed: string[]; unpushed?: number }
  /** The work of the session was handed to another client. */
  | { kind: 'handed.over'; id: string; to: string }
  /** The session was told that another one continues its work. */
  | { kind: 'handed.told'; id: string }
  /** The session continues the work of another one. `from`: absent where a bundle of another machine was handed over. */
  | { kind: 'handed.here'; id: string; from?: HandoffEnd; bundle?: string }
  | RoleEntry
  | WorkflowEntry;

export type JournalEntry = {
  v: 1;
  /** ISO time of writing. */
  at: string;
  /** The subagent it belongs to; absent for the main session. */
  agent?: string;
} & EntryBody;
