import type { ConversationItem, Position } from '../../core/conversation.ts';

/** An item without its place, time and id. */
export type Bare = ConversationItem extends infer Item
  ? Item extends ConversationItem
    ? Omit<Item, 'at' | 'time' | 'id' | 'replayed'>
    : never
  : never;

/** What an item's part tells of it. */
export interface Source {
  at: Position;
  id?: string;
  time?: string;
  replayed?: boolean;
}

export function itemOf(bare: Bare, source: Source): ConversationItem {
  const item = { ...bare, at: source.at } as ConversationItem;
  if (source.time !== undefined) item.time = source.time;
  if (source.id !== undefined) item.id = source.id;
  if (source.replayed === true) item.replayed = true;
  return item;
}

/** Hands an item of the part with the given number on; `ms` is its time where the part knows a better one. */
export type Emit = (item: Bare, number: number, ms?: unknown, replayed?: boolean) => void;
