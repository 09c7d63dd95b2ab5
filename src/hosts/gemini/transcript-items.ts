import type { ConversationItem } from '../../core/conversation.ts';

/** An item without its place, time and id. */
export type Bare = ConversationItem extends infer Item
  ? Item extends ConversationItem
    ? Omit<Item, 'at' | 'time' | 'id' | 'replayed'>
    : never
  : never;

/** Hands an item on with the place, time and id of its row. */
export type Emit = (item: Bare) => void;
