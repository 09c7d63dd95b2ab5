import type { ConversationItem } from '../conversation.ts';

/** The id by which the ledger knows a call. */
export function idOfCall(item: ConversationItem & { type: 'call' }): string {
  return item.call.id ?? `@${item.at.offset}/${item.call.name}`;
}

/** The row by which ids of answers begin. */
export function rowOf(item: ConversationItem): string {
  return item.id ?? `@${item.at.offset}`;
}
