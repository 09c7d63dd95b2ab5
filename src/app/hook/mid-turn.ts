import type { CompactionTrigger } from '../../core/event.ts';
import type { Source } from './source.ts';

/** True where the record tells nothing of the turn: it cannot be read, or holds nothing that can be understood. */
export function isRecordSilent({ unread, snapshot }: Pick<Source, 'unread' | 'snapshot'>): boolean {
  return unread === true || snapshot.summary.noTurn === true;
}

/**
 * Whether a compaction came in the middle of a turn. Where the record is silent its trigger tells: a host compacts by itself only
 * while a turn goes on, and what a person asked for may have come between two turns.
 */
export function wasMidTurn(
  source: Pick<Source, 'unread' | 'snapshot'>,
  trigger: CompactionTrigger,
): boolean {
  return source.snapshot.summary.midTurn || (trigger === 'auto' && isRecordSilent(source));
}
