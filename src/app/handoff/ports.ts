import type { HandoffEnd, HandoffRecord } from '../../core/handoff/record.ts';

/** What is kept of handoffs under the state folder. */
export interface HandoffStore {
  /** The record of a handoff; undefined where there is none. */
  read(id: string): HandoffRecord | undefined;
  /** Keeps a handoff with its text. Throws a Fault where the disk refuses. */
  write(record: HandoffRecord, text: string): void;
  /** The text of a handoff; undefined where there is none. */
  text(id: string): string | undefined;
  /** Makes a session the one that takes the handoff, unless another one did. Returns the one that did. */
  take(id: string, by: HandoffEnd): HandoffEnd | undefined;
  /** The session that took the handoff; undefined while none did. */
  takenBy(id: string): HandoffEnd | undefined;
}

/** What the hooks need of handoffs. */
export interface HookHandoffs extends Pick<HandoffStore, 'read' | 'take' | 'takenBy'> {
  /** Lets the lease of a session on a ticket pass to another session. Nothing where the first holds none. */
  passLease(ticket: string, from: string, to: string): void;
}
