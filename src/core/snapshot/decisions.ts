import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { planTitle } from '../task/plan-title.ts';
import type { DialogAnswer } from '../tool.ts';
import { clipMarked } from '../trust/clip.ts';
import { acceptedPlanOf, type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { newTable, putRow, rowsOf, type Table } from './table.ts';

interface AnswerRow extends DialogAnswer {
  from: Provenance;
}

interface PlanRow {
  path?: string;
  text: string;
  from: Provenance;
}

export interface Decisions {
  answers: Table<AnswerRow>;
  plans: Table<PlanRow>;
}

/** What the person decided in the host's own dialogs: answers, with what was not taken, and accepted plans. */
export const decisions: Family<Decisions> = {
  initial: () => ({ answers: newTable(), plans: newTable() }),

  step(state: Decisions, item: ConversationItem, context: FoldContext): void {
    const answers = item.type === 'result' ? item.result.answers : undefined;
    for (const { question, answer, rejected } of answers ?? []) {
      const row = {
        question: keep(question, 400),
        answer: keep(answer, 800),
        rejected: rejected.slice(0, 8).map((option) => keep(option, 160)),
        from: context.from,
      };
      putRow(state.answers, row.question, row, limits.answers);
    }
    const plan = acceptedPlanOf(item);
    if (plan === undefined) return;
    const row: PlanRow = {
      text: clipMarked(keep(plan.text, lengths.plan + 1), lengths.plan),
      from: context.from,
    };
    if (plan.path) row.path = keep(plan.path, lengths.path);
    putRow(state.plans, row.path ?? fingerprint(plan.text), row, limits.plans);
  },

  facts: (state) => [
    ...rowsOf(state.answers).map(({ question, answer, rejected, from }): Fact => {
      const fact: Fact = { kind: 'decision', value: `${question} → ${answer}`, from };
      if (rejected.length > 0) fact.detail = `not taken: ${rejected.join(' | ')}`;
      return fact;
    }),
    ...rowsOf(state.plans).map(({ path, text, from }, index, plans): Fact => {
      const last = index === plans.length - 1;
      return {
        kind: 'decision',
        value: `Plan accepted${last ? '' : ', replaced since by another'}: ${clipMarked(planTitle(text), 160)}`,
        ...(path ? { detail: path } : {}),
        state: last ? 'accepted' : 'replaced',
        from,
      };
    }),
  ],
};
