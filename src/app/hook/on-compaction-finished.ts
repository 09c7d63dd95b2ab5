import { lostFacts, renderLoss } from '../../core/brief/loss.ts';
import type { HostEvent } from '../../core/event.ts';
import { isThrash, judgeClaim } from '../../core/recovery/arm.ts';
import { isExpired } from '../../core/recovery/expiry.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { arm } from './arm.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import type { Source } from './source.ts';
import { gatherLean } from './source.ts';
import { boundaryAtHand } from './unannounced.ts';

type Event = HostEvent & { type: 'compaction.finished' };

const lossLimit = 2_000;

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
      const { midTurn } = source.snapshot.summary;
      const boundary = boundaryAtHand(agentOf(draft), source.followed.view);
      arm(draft, source, { by: 'after-event', trigger: event.trigger, boundary, midTurn });
    }
    const recovery = openRecovery(draft);
    if (recovery === undefined) return;
    if (claim === 'same') add(draft, { kind: 'after-event', recovery: recovery.id });
    if (event.summary) reportLoss(draft, recovery, source, event.summary);
  };
}

function reportLoss(draft: Draft, recovery: Recovery, source: Source, summary: string): void {
  if (isThrash(recovery.rapid) || isExpired(recovery, draft.context.nowMs)) return;
  const told = recovery.briefs.map((brief) => brief.text);
  if (told.length === 0) return;
  const lost = lostFacts(source.snapshot.facts, [summary, ...told]);
  const text = renderLoss(lost, lossLimit);
  if (text !== '') add(draft, { kind: 'loss', recovery: recovery.id, items: lost.length, text });
}
