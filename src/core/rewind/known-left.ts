import type { ConversationItem } from '../conversation.ts';
import { isSameLeft, type Left } from './left.ts';

/** What whoever goes through a record knows of turns that were taken back. Plain data. */
export interface KnownLeft {
  left: Left;
  /** The place of the row that told it. What rows before that say of rewinds is older. */
  at: number;
  /** Set when rows that had counted do no longer, or do again: the record must be gone through once more. */
  stale?: true;
}

type Rewind = ConversationItem & { type: 'rewind' };

/** What is known after one more row told of a rewind. */
export function afterRewind(known: KnownLeft | undefined, item: Rewind): KnownLeft | undefined {
  const before = known?.left ?? [];
  const at = known?.at ?? -1;
  if (item.at.offset < at) return known;
  if (item.unsure) return { left: before, at, stale: true };
  const next: KnownLeft = { left: item.left, at: item.at.offset };
  if (known?.stale || !isSameLeft(before, item.left)) next.stale = true;
  return next;
}

/** The same for another going through the record from its beginning. */
export function forAnew({ left, at }: KnownLeft): KnownLeft {
  return { left, at };
}

export function isKnownLeft(value: unknown): value is KnownLeft {
  const given = value as Partial<KnownLeft> | null | undefined;
  return typeof given?.at === 'number' && Array.isArray(given.left);
}
