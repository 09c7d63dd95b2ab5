import type { TrackerMessage } from '../../core/tracker/message.ts';

/** What the handlers of events ask of a tracker. Neither function throws. */
export interface TrackerPost {
  /** Lays messages out for the tracker; the same key and message a second time is left out. */
  post(messages: readonly TrackerMessage[], key: string): void;
  /** Sends what waits, for so many milliseconds at most. What is not sent then goes out later. */
  send(deadlineMs: number): Promise<void>;
}
