import type { SessionRole } from './role.ts';

/** What is written to the journal of a session's role and work. */
export type RoleEntry =
  | ({ kind: 'role' } & SessionRole)
  /** A ticket whose edits are looked at from now on. */
  | { kind: 'guard'; path: string }
  /** A call that may have changed something. */
  | { kind: 'work' }
  /** Progress, or a handler's state, was written; `written` is its fingerprint. */
  | { kind: 'progress'; written: string }
  /** A phase of a handler's work ended. */
  | { kind: 'phase'; what: string }
  | { kind: 'reminded' }
  /** A notice or a message was told. */
  | { kind: 'told'; id: string }
  | { kind: 'answer'; question: string; answer: string }
  /**
   * An edit of a ticket was denied, or repaired after it was made, or could only be told of; `well`: what was told of is no
   * more so. `kept`: where the other version lies.
   */
  | {
      kind: 'ticket';
      path: string;
      done: 'denied' | 'repaired' | 'told' | 'well';
      why: string;
      kept?: string;
    };
