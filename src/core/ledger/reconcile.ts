import type { LedgerEntry } from './entry.ts';

/**
 * One entry for each id, in the order of the session, whatever arrives twice, late or out of order. The
 * result does not depend on the order of the given entries, and no time is looked at.
 */
export function reconcile(entries: Iterable<LedgerEntry>): LedgerEntry[] {
  const known = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const key = `${entry.source === 'claimed' ? 'claimed' : 'seen'} ${entry.agent ?? ''} ${entry.id}`;
    const old = known.get(key);
    known.set(key, old === undefined ? entry : merged(old, entry));
  }
  return [...known.values()].sort(
    (a, b) => a.began - b.began || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** The stronger of two; where they tell as much, the one whose text comes first. It begins where the earlier one did. */
function merged(a: LedgerEntry, b: LedgerEntry): LedgerEntry {
  const difference = weight(b) - weight(a);
  const strongest =
    difference > 0 || (difference === 0 && JSON.stringify(b) < JSON.stringify(a)) ? b : a;
  const began = Math.min(a.began, b.began);
  return strongest.began === began ? strongest : { ...strongest, began };
}

function weight(entry: LedgerEntry): number {
  const isKnown = entry.kind === 'answer' || entry.outcome !== 'unknown';
  const hasEnd = entry.ended !== undefined;
  return (isKnown ? 4 : 0) + (hasEnd ? 2 : 0) + (entry.source === 'record' ? 1 : 0);
}
