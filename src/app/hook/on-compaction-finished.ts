import type { HostEvent } from '../../core/event.ts';
import { judgeClaim } from '../../core/recovery/arm.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { summaryIn } from '../tracker/compaction-messages.ts';
import { arm } from './arm.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import { wasMidTurn } from './mid-turn.ts';
import { reportLoss } from './report-loss.ts';
import { gatherLean } from './source.ts';
import { boundaryAtHand } from './unannounced.ts';

type Event = HostEvent & { type: 'compaction.finished' };

/**
 * After a compaction: what neither the summary nor the brief holds is kept for the next tool call. When
 * no earlier event told of this compaction, its recovery is opened here, and the brief follows with the next event.
 */
export async function onCompactionFinished(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const last = lastRecovery(context.agent);
  const known = isOpen(last) && !last.afterEvent && context.agent.expected === undefined;
  const source = await gatherLean(context, !known);
  return (draft) => {
    const { tail } = source.followed;
    const claim = judgeClaim(agentOf(draft), { by: 'after-event', tail, nowMs: context.nowMs });
    if (claim === 'repeat') return;
    if (claim === 'new') {
      const midTurn = wasMidTurn(source, event.trigger);
      const boundary = boundaryAtHand(agentOf(draft), source.followed.view);
      const replaced = event.summary === '';
      const proof = { trigger: event.trigger, boundary, midTurn, replaced };
      const summary = event.summary || source.summary;
      arm(draft, { ...source, summary }, { by: 'after-event', ...proof });
    }
    const recovery = openRecovery(draft);
    if (recovery === undefined) return;
    if (claim === 'same') {
      add(draft, { kind: 'after-event', recovery: recovery.id });
      const text = summaryIn(event.summary);
      if (text !== '') draft.forLog = { text, key: recovery.id };
    }
    reportLoss(draft, recovery, source, event.summary);
  };
}
