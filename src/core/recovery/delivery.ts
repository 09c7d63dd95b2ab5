import type { RecordView } from './record-view.ts';
import type { Recovery } from './recovery.ts';
import { deliveryMark } from './token.ts';

/** A brief goes out at most this often for one compaction. */
const sendLimit = 3;

/** What the record proves about the last brief. `unknown`: it lags, or shows no model answer yet. */
export type DeliveryProof = 'delivered' | 'undelivered' | 'unknown';

/**
 * Judges by the host's own record. A model answer after the boundary without our text proves that the
 * text did not arrive; a record without boundary or answer proves nothing.
 */
export function proveDelivery(recovery: Recovery, view: RecordView): DeliveryProof {
  const mark = deliveryMark(recovery.id);
  if (view.injected.some((text) => text.includes(mark))) return 'delivered';
  const boundaryShown = view.boundaries.length > 0;
  return boundaryShown && view.answered && recovery.briefs.length > 0 ? 'undelivered' : 'unknown';
}

/** True when an injection point must carry the brief: it never went out, or it is proved not to have arrived. */
export function needsBrief(recovery: Recovery): boolean {
  if (recovery.delivered) return false;
  if (recovery.briefs.length === 0) return true;
  return recovery.undelivered && recovery.briefs.length < sendLimit;
}
