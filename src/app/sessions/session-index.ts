import type { SessionState } from '../../core/recovery/session-state.ts';

/** A session as it lies on disk. */
export interface StoredSession {
  host: string;
  /** The folder's name: the id itself where that is plain. */
  id: string;
  folder: string;
  /** Time of the last writing, in milliseconds since 1970. */
  modifiedMs: number;
}

/** The sessions of this machine, for the commands that show them. */
export interface SessionIndex {
  /** Newest first; sessions of the same time by name. */
  list(): StoredSession[];
  /** The same one by one, as they lie on disk. */
  each(): Iterable<StoredSession>;
  /** One by its client and the name of its folder. */
  at(host: string, id: string): StoredSession | undefined;
  read(session: StoredSession): { state: SessionState; skipped: number; fold: unknown };
}
