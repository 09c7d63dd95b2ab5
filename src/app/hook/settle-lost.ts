import { clearedFiles } from '../../core/recovery/cleared.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';
import { settleRewind } from './settle-rewind.ts';

/**
 * What the last recovery counted on and the model has no more, by the record: turns taken back, and texts that were cleared.
 * @returns Whether texts were cleared that are not known of yet.
 */
export function settleLost(draft: Draft, view: RecordView): boolean {
  settleRewind(draft, view);
  const recovery = lastRecovery(agentOf(draft));
  const files = clearedFiles(recovery, view);
  if (recovery === undefined || files.length === 0) return false;
  add(draft, { kind: 'cleared', recovery: recovery.id, files });
  return true;
}
