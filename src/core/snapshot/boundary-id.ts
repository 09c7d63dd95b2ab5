import type { ConversationItem } from '../conversation.ts';
import { keep } from './family.ts';

/** The id by which snapshots and journals know a compaction: the record's own, where it has one, else its place. */
export function boundaryId(item: ConversationItem & { type: 'boundary' }): string {
  return keep(item.id ?? `at-${item.at.offset}`, 100);
}
