import { isDeniedTurnOver } from '../../core/recovery/denied-turn.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import type { Draft } from './draft.ts';
import { add, openRecovery } from './draft.ts';
import { takeLoss } from './loss.ts';

/** All calls of one message are done: a turn with denials counts once, and after the last denial the gate opens. */
export function onBatchFinished(draft: Draft): void {
  endDeniedTurn(draft);
  const loss = takeLoss(draft, 'tool results');
  if (loss !== '') draft.replies.push({ type: 'inject', text: loss });
}

/** The same by what the record shows, on hosts that do not tell of it. */
export function endDeniedTurnSeen(draft: Draft, view: RecordView, hasRecord: boolean): void {
  const { tellsBatches, untimedRecord, recordLagMs } = draft.context.host.capabilities;
  if (tellsBatches) return;
  const recovery = openRecovery(draft);
  const tells = hasRecord && !untimedRecord;
  const late = recordLagMs !== undefined;
  if (recovery && isDeniedTurnOver(recovery, view, tells, late)) endDeniedTurn(draft);
}

function endDeniedTurn(draft: Draft): void {
  const recovery = openRecovery(draft);
  if (recovery?.escalated) {
    add(draft, { kind: 'released', recovery: recovery.id, why: 'denial-cap' });
  } else if (recovery && recovery.deniedThisTurn > 0) {
    add(draft, { kind: 'turn', recovery: recovery.id });
  }
}
