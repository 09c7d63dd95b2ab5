import type { Recovery } from './recovery.ts';
import { isOpen } from './recovery.ts';

/**
 * True when a turn that a compaction interrupted ends without a tool call since, so that it is continued
 * once with the brief. Never after a compaction that a person asked for, never for a session without a
 * task, never around an open question to the person. Counted by us, not by the host's flag.
 */
export function mustContinue(recovery: Recovery | undefined, openQuestion: boolean): boolean {
  return (
    isOpen(recovery) &&
    recovery.task &&
    recovery.midTurn &&
    recovery.trigger !== 'manual' &&
    recovery.callIds.length === 0 &&
    !recovery.continued &&
    !openQuestion
  );
}
