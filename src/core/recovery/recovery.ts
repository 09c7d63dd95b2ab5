import type { CompactionTrigger } from '../event.ts';
import type { ArmedBy, ObligationRecord, ReleaseReason, StoredCursor } from './entry.ts';
import type { SentText } from './sent-text.ts';

/** One file to read, and how far the reading has come. */
export interface Obligation extends ObligationRecord {
  /** Lines that tool results showed since the delivery, as closed ranges, with the fingerprint they belong to. */
  shown?: { hash: string; ranges: [number, number][]; at?: string };
  /** Set when it is met: how (`inlined`, `read`, `shell`, `re-attached`). */
  met?: string;
  /** Ids of the calls whose results showed it. */
  shownBy?: string[];
  /** The host took its text out of the context after it was read, and it was not read again. */
  cleared?: true;
  /** When a call met it; absent where the brief or the host did. */
  metAt?: string;
}

/** The state of one compaction, from armed to met or released. */
export interface Recovery {
  id: string;
  armedAt: string;
  by: ArmedBy;
  /** The before-event, when one came: its time and the length of the steering text. */
  announced?: { at: string; steered: number };
  /** The snapshot that it goes out from. */
  snapshot?: { at: string; hash: string };
  trigger: CompactionTrigger;
  tail: string;
  boundary?: string;
  /** The host's after-event has come. */
  afterEvent: boolean;
  midTurn: boolean;
  task: boolean;
  planMode: boolean;
  /** Top folder of the linked work tree that the session worked in. */
  worktree?: string;
  /** How many compactions before this one came within a few calls of each other. */
  rapid: number;
  cursor?: StoredCursor;
  /** Tool calls of the session before it. */
  calls: number;
  obligations: Obligation[];
  missing: string[];
  /** Questions of the task that must be answered. */
  questions?: string[];
  /** Those of them that were answered since the compaction. */
  answered?: string[];
  /** When each of them was. */
  answeredAt?: Record<string, string>;
  briefs: {
    at: string;
    via: string;
    text: string;
    stub: boolean;
    /** Files whose whole content it held. */
    inlined?: string[];
    sent?: SentText;
  }[];
  delivered?: { at: string; proof: string };
  /** The record shows that the last brief did not arrive. */
  undelivered: boolean;
  warned: boolean;
  /** The place in the record of the last rewind that was looked at. */
  rewoundAt?: number;
  /** How often files had to be read again since the host had cleared their text. */
  clearedTimes?: number;
  /** It had ended, and is open again only by that. */
  reopened?: true;
  /** How often the turn that the brief had come with was taken back. */
  undoneBriefs?: number;
  callIds: string[];
  /** When a call was last counted, by what it is known when it is told twice. */
  callTimes: Record<string, string>;
  /** Turns in which something was denied, finished ones only. */
  deniedTurns: number;
  deniedThisTurn: number;
  denials: { at: string; id: string; tool: string }[];
  escalated: boolean;
  continued: boolean;
  /** The person was told that the turn that was continued ended with something unread or unanswered. */
  letGo?: boolean;
  loss?: { text: string; items: number; sent?: string };
  /** What was said before it and came up again since; absent where nothing did. */
  broughtUp?: { at: string; via: string; keys: string[]; length: number }[];
  met?: string;
  released?: { at: string; why: ReleaseReason };
}

/** True while the recovery speaks and gates. */
export function isOpen(recovery: Recovery | undefined): recovery is Recovery {
  return recovery !== undefined && recovery.met === undefined && recovery.released === undefined;
}

/** True where an event of the host told of the compaction, before or after it. */
export function isFired({ by, announced }: Recovery): boolean {
  return by !== 'record' || announced !== undefined;
}

/** The state's name in the words of the receipt. */
export function statusOf(recovery: Recovery): 'armed' | 'delivered' | 'met' | 'released' {
  if (recovery.released) return 'released';
  if (recovery.met) return 'met';
  return recovery.delivered ? 'delivered' : 'armed';
}

/** Obligations whose evidence is still missing, in reading order. */
export function openObligations(recovery: Recovery): Obligation[] {
  return recovery.obligations.filter((file) => file.met === undefined && file.hash !== undefined);
}

/** Questions that must be answered and were not since the compaction, in their order. */
export function openQuestions({ questions = [], answered = [] }: Recovery): string[] {
  return questions.filter((question) => !answered.includes(question));
}

/** True while there is something to read or to answer before anything is changed. */
export function isOwed(recovery: Recovery): boolean {
  return openObligations(recovery).length > 0 || openQuestions(recovery).length > 0;
}

/** In place: what another brief of the recovery held, and not the one that arrived, was not put before the model. */
export function onlyInlinedBy(recovery: Recovery, index: number): void {
  const inlined = recovery.briefs[index]?.inlined;
  if (inlined === undefined) return;
  for (const file of recovery.obligations) {
    if (file.met === 'inlined' && !inlined.includes(file.path)) delete file.met;
  }
}
