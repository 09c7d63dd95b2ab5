import type { TrackerMessage } from '../../core/tracker/message.ts';

/** What the handlers of events ask of a tracker. No function throws. */
export interface TrackerPost {
  /**
   * Lays messages out for the tracker; the same key and message a second time is left out. `holdMs`: they are not sent before,
   * since more may come for their log.
   */
  post(messages: readonly TrackerMessage[], key: string, holdMs?: number): void;
  /** Adds a text to the log of that key, where it still waits, and lets it go. */
  addToLog(key: string, text: string): void;
  /** Sends what waits, for so many milliseconds at most. What is not sent then goes out later. */
  send(deadlineMs: number): Promise<void>;
}
