import type { RecordView } from './record-view.ts';
import type { Recovery } from './recovery.ts';
import { holdsSent, sentText } from './sent-text.ts';
import { deliveryMark } from './token.ts';

/** A brief goes out at most this often for one compaction. */
const sendLimit = 3;

/** What the record proves about the briefs. `unknown`: it lags, or shows no model answer yet. */
export type DeliveryProof = 'delivered' | 'undelivered' | 'unknown';

/**
 * Judges by the host's own record. A brief is delivered when the record holds all of it as it went out; one that was
 * cut, or that another text only mentions, is not. A model answer after the boundary without our text proves that
 * the text did not arrive; a record without boundary or answer proves nothing.
 */
export function proveDelivery(recovery: Recovery, view: RecordView): DeliveryProof {
  if (deliveredBrief(recovery, view) !== undefined) return 'delivered';
  const last = recovery.briefs.at(-1);
  if (last === undefined || view.boundaries.length === 0) return 'unknown';
  return answeredSince(view, last.at) ? 'undelivered' : 'unknown';
}

/** Index of the newest brief that the record holds; undefined when it holds none. */
export function deliveredBrief(recovery: Recovery, view: RecordView): number | undefined {
  const mark = deliveryMark(recovery.id);
  const held = (brief: Recovery['briefs'][number]): boolean => {
    // Entries of earlier versions hold the text alone, which is what went out.
    const sent = brief.sent ?? sentText(brief.text, mark);
    const shown = view.summary === undefined ? view.injected : [...view.injected, view.summary];
    return shown.some((text) => holdsSent(text, mark, sent));
  };
  const at = recovery.briefs.findLastIndex(held);
  return at < 0 ? undefined : at;
}

/** An answer that was made before the brief went out says nothing about it, however late its row is written. */
function answeredSince(view: RecordView, sentAt: string): boolean {
  if (!view.answered) return false;
  return view.answeredAt === undefined || view.answeredAt > sentAt;
}

/** True when an injection point must carry the brief: it never went out, or it is proved not to have arrived. */
export function needsBrief(recovery: Recovery): boolean {
  if (recovery.delivered) return false;
  if (recovery.briefs.length === 0) return true;
  // A person who takes turns back asks for it again, and not the other way round: that feeds no loop.
  return recovery.undelivered && recovery.briefs.length < sendLimit + (recovery.undoneBriefs ?? 0);
}
