import type { CompactionTrigger } from '../event.ts';

/** A compaction's trigger as a journal or a host names it. */
export function triggerOf(trigger: string | undefined): CompactionTrigger {
  return trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown';
}
