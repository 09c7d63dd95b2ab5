import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import { type Family, type FoldContext, keep } from './family.ts';

/** The task that a session's first message names, by its id in a tracker. */
export interface Tracked {
  id?: string;
  /** What the agent is, where a heading of that message says so. */
  role?: string;
  /** The beginning of that message, for a pattern that somebody configured. */
  head?: string;
  closed: boolean;
}

const name = /^[ \t>*_-]*task:?[*_]*:?[ \t]+`?([a-z]{2,}-[0-9a-f]{4,12})\b/im;
const heading = /^#{1,6}[^\n]*\b(handler|worker|loop)\b/im;

/** A person, or the program that launched the agent, may name it; a later message changes nothing. */
export const tracked: Family<Tracked> = {
  initial: () => ({ closed: false }),

  step(state: Tracked, item: ConversationItem, context: FoldContext): void {
    if (state.closed || item.type !== 'user') return;
    const text = context.said ?? (item.origin === 'program' ? item.text : undefined);
    if (text === undefined) return;
    state.closed = true;
    const found = name.exec(text);
    state.head = keep(text, 400);
    if (found !== null) state.id = keep(found[1]!, 60);
    const role = heading.exec(text)?.[1];
    if (role !== undefined) state.role = role.toLowerCase();
  },

  facts: (): Fact[] => [],
};
