import type { RecordView } from '../../core/recovery/record-view.ts';
import { isNewRewind, undoneBy } from '../../core/recovery/rewound.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';
import { lookSince } from './look-since.ts';
import { hidesTold } from './settle.ts';

/**
 * Where the record shows that turns were taken back, what the last recovery counted on in them counts no longer: a brief
 * that came with such a turn is owed again, and so is what was read in it. Once for each rewind.
 */
export function settleRewind(draft: Draft, view: RecordView): void {
  const recovery = lastRecovery(agentOf(draft));
  if (recovery === undefined || view.rewound === undefined || !isNewRewind(recovery, view)) return;
  const whole = lookSince(draft.context, recovery.cursor);
  const undone = undoneBy(recovery, whole, hidesTold(draft.context));
  add(draft, { kind: 'rewound', recovery: recovery.id, place: view.rewound.at, ...undone });
}
