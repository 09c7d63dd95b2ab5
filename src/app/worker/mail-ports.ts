import type { WorkerMessage, WorkerNotice } from '../../core/worker/notice.ts';

/** Something that waits to be told, with the file that it lies in. */
export interface Waiting<T> {
  file: string;
  /** What another one of the same file never is; undefined where the file holds nothing that can be told. */
  value?: T;
}

/** What waits for one session: notices of the workers that it started, and, where it is a worker, messages for it. */
export interface SessionMail {
  /** Whether anything waits: one look into a folder or two. */
  isWaiting(worker: string | undefined): boolean;
  /** In the order in which they were posted. */
  notices(): Waiting<WorkerNotice>[];
  messages(worker: string): Waiting<WorkerMessage>[];
  /** Puts files aside that were told. */
  putAside(files: readonly string[]): void;
  /** Takes over what waits for the session that this one goes on from. */
  takeOver(sessionId: string): void;
}
