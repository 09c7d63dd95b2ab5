import { triggerOf } from '../../core/hook-payload.ts';
import { isAnnounced } from './announced.ts';
import { arm, recordSnapshot } from './arm.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import { reportLoss } from './report-loss.ts';
import type { Source } from './source.ts';
import { unannounced } from './unannounced.ts';

/**
 * Opens a recovery for a compaction of which no after-event told: one that only the record tells of, or only its
 * announcement. In a record seen for the first time old boundaries are history, unless the session began before our eyes;
 * only one that no model answer follows has just happened.
 */
export function armUnannounced(draft: Draft, source: Source): boolean {
  const { view, firstSight } = source.followed;
  const { expected, sources } = agentOf(draft);
  const isHistory = firstSight && view.answered && sources[0]?.source !== 'startup';
  if (expected !== undefined && isAnnounced(draft.context, agentOf(draft))) {
    const trigger = triggerOf(expected.trigger);
    // A host compacts by itself only while a turn goes on.
    arm(draft, source, { by: 'announcement', trigger, midTurn: true });
    return true;
  }
  const found = unannounced(agentOf(draft), view).at(-1);
  if (found === undefined) return false;
  if (isHistory) {
    // What the user ruled before counts from now on: the guard is on behind a compaction, whoever saw it.
    if (draft.context.event.agentId === undefined) {
      recordSnapshot(draft, source.followed);
      add(draft, { kind: 'compacted' });
    }
    return false;
  }
  arm(draft, source, {
    by: 'record',
    trigger: found.trigger,
    boundary: found.id,
    // What the agent did since may already stand behind the boundary.
    midTurn: expected?.midTurn ?? (source.snapshot.summary.midTurn && !view.answered),
  });
  const recovery = openRecovery(draft);
  if (recovery !== undefined) reportLoss(draft, recovery, source, undefined);
  return true;
}
