import type { Recovery } from './recovery.ts';
import { isOpen, isOwed } from './recovery.ts';

/**
 * True when a turn that a compaction interrupted ends without work: without a tool call since, or with files unread or questions
 * unanswered whatever it called. It is continued once. Never after a compaction that a person asked for, never for a session
 * without a task, never for one that had
 * ended and is open again since the client cleared a text, never around an open question to the person or a word of theirs that stops the work. Counted by us, not by
 * the host's flag.
 */
export function mustContinue(
  recovery: Recovery | undefined,
  { asked, stopped }: { asked: boolean; stopped: boolean },
): boolean {
  return (
    isOpen(recovery) &&
    recovery.task &&
    recovery.midTurn &&
    recovery.reopened !== true &&
    recovery.trigger !== 'manual' &&
    (recovery.callIds.length === 0 || isOwed(recovery)) &&
    !recovery.continued &&
    !asked &&
    !stopped
  );
}

/** True when the turn that was continued ends again with files unread or questions unanswered: it may, and the person is told once. */
export function mustTellPerson(recovery: Recovery | undefined): boolean {
  return (
    isOpen(recovery) &&
    recovery.continued &&
    recovery.reopened !== true &&
    recovery.letGo !== true &&
    isOwed(recovery)
  );
}
