import type { WorkerMessage, WorkerNotice } from '../../core/worker/notice.ts';

/** Something that waits to be told, with the file that it lies in. */
export interface Waiting<T> {
  file: string;
  /** What another one of the same file never is; undefined where the file holds nothing that can be told. */
  value?: T;
}

/** A worker that a session started, as its launcher wrote it down. */
export interface StartedWorker {
  worker: string;
  /** Id of its ticket. */
  ticket: string;
  host: string;
  /** How it stands, in the launcher's word. */
  status: string;
}

/** What waits for one session: notices of the workers that it started, and, where it is a worker, messages for it. */
export interface SessionMail {
  /** Whether anything waits: one look into a folder or two. */
  isWaiting(worker: string | undefined): boolean;
  /** In the order in which they were posted. */
  notices(): Waiting<WorkerNotice>[];
  messages(worker: string): Waiting<WorkerMessage>[];
  /**
   * Takes a message out of the inbox, which another program may do too; answers with where it lies then, undefined where it
   * is another's.
   */
  take(file: string): string | undefined;
  /** Puts files aside that were told. */
  putAside(files: readonly string[]): void;
  /** Puts back what was taken and not told. */
  giveBack(files: readonly string[]): void;
  /** The workers that the session started, in the order of their launches. */
  workers(): StartedWorker[];
  /** Takes over what waits for the session that this one goes on from. */
  takeOver(sessionId: string): void;
}
