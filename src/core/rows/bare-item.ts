import type { ConversationItem } from '../conversation.ts';

/** An item without its place, time and id. */
export type Bare = ConversationItem extends infer Item
  ? Item extends ConversationItem
    ? Omit<Item, 'at' | 'time' | 'id' | 'replayed'>
    : never
  : never;

/** Hands an item on with the place, time and id of its row. `copy`: the item was told before. */
export type Emit = (item: Bare, copy?: boolean) => void;
