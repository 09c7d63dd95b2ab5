import type { Recovery } from './recovery.ts';
import { isOpen, isOwed } from './recovery.ts';

/**
 * True when a turn that a compaction interrupted ends without work: without a tool call since, or with files unread or questions
 * unanswered, whatever it called. Such a turn is continued once. Never continued: a session without a task, a turn after a
 * compaction that the user asked for, a recovery that is open again only because the client cleared a text, and a turn that ends
 * with a question to the user or after their word to stop. We count this ourselves; the host's flag does not decide it.
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
