import type { RecordView } from './record-view.ts';
import type { Recovery } from './recovery.ts';

/**
 * True when the model was given the last denial and has answered since, so that the turn with denials is over: on
 * hosts that do not tell when all calls of a message are done. A denial of which no record tells counts by itself. `late`:
 * the host writes its record late, and a message with all its calls at once: with every call answered in it, the call at
 * hand is of a newer message.
 */
export function isDeniedTurnOver(
  recovery: Recovery,
  view: RecordView,
  hasRecord: boolean,
  late = false,
): boolean {
  const last = recovery.denials.at(-1);
  if (last === undefined || recovery.deniedThisTurn === 0) return false;
  if (!hasRecord || (view.turnedAt !== undefined && view.turnedAt > last.at)) return true;
  return late && view.open.size === 0 && view.resultAt !== undefined && view.resultAt >= last.at;
}
