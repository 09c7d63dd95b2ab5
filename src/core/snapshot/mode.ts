import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { acceptedPlanOf, type Family, type FoldContext } from './family.ts';

export interface Mode {
  plan?: Provenance;
}

/** Whether the agent's own plan mode is on. An accepted plan ends it. */
export const mode: Family<Mode> = {
  initial: () => ({}),

  step(state: Mode, item: ConversationItem, context: FoldContext): void {
    if (item.type === 'mode') {
      if (item.mode !== 'plan') delete state.plan;
      else state.plan ??= context.from;
    } else if (acceptedPlanOf(item) !== undefined) delete state.plan;
  },

  facts: (state): Fact[] =>
    state.plan ? [{ kind: 'mode', value: 'plan mode', state: 'on', from: state.plan }] : [],
};
