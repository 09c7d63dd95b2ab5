import type { ObligationRecord } from '../recovery/entry.ts';
import type { SessionRole } from '../role/role.ts';
import type { StepView } from '../workflow/step-view.ts';
import { isHandoffId } from './mark.ts';

/** A session, by the client that it ran in. */
export interface HandoffEnd {
  /** The host's id. */
  host: string;
  session: string;
}

/** What is kept of a handoff until the session that takes it is known, and after that for both receipts. */
export interface HandoffRecord {
  v: 1;
  id: string;
  /** ISO time. */
  at: string;
  /** The session that was handed over; absent where a bundle of another machine was. */
  from?: HandoffEnd;
  /** The bundle's file, where one was handed over. */
  bundle?: string;
  /** The host's id of the client that it is for. */
  to: string;
  /** Top folder of the project. */
  project: string;
  /** Characters of the text. */
  length: number;
  /** Files that must be read before anything is changed. */
  files: ObligationRecord[];
  missing: string[];
  /** Questions that must be answered before anything is changed. */
  questions: string[];
  role?: SessionRole;
  step?: StepView;
  /** The facts of the session, as its fold holds them; absent where they are a stranger's. */
  facts?: unknown;
  /** Plans among them that the user accepted. */
  plans: number;
}

/** The record in a text of the state folder; undefined where it is none. */
export function readHandoff(text: string | undefined): HandoffRecord | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<HandoffRecord> | null;
    if (typeof value !== 'object' || value === null || value.v !== 1) return undefined;
    const whole =
      typeof value.id === 'string' &&
      isHandoffId(value.id) &&
      typeof value.at === 'string' &&
      typeof value.to === 'string' &&
      typeof value.project === 'string' &&
      Array.isArray(value.files) &&
      Array.isArray(value.missing) &&
      Array.isArray(value.questions);
    return whole ? (value as HandoffRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A session as one text: `host/id`. */
export function endText({ host, session }: HandoffEnd): string {
  return `${host}/${session}`;
}

/** The session that such a text names; undefined where it names none. */
export function endIn(text: string | undefined): HandoffEnd | undefined {
  const at = text?.indexOf('/') ?? -1;
  if (text === undefined || at <= 0 || at === text.length - 1) return undefined;
  return { host: text.slice(0, at), session: text.slice(at + 1).trimEnd() };
}
