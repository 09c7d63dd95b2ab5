import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import { clipMarked } from '../trust/clip.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { lengths } from './limits.ts';

export interface Assignment {
  /** The first text of the record, where it comes from another program and no person spoke before. */
  text?: string;
  closed: boolean;
}

/** What the agent above gave a subagent to do. It is that subagent's task, and never a rule or an approval. */
export const assignment: Family<Assignment> = {
  initial: () => ({ closed: false }),

  step(state: Assignment, item: ConversationItem, context: FoldContext): void {
    if (state.closed || item.type !== 'user') return;
    if (context.said === undefined && item.origin !== 'program') return;
    state.closed = true;
    if (context.said !== undefined) return;
    state.text = clipMarked(keep(item.text, lengths.assignment + 1), lengths.assignment);
  },

  facts: (): Fact[] => [],
};
