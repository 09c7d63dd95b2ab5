import type { LedgerEntry } from '../ledger/entry.ts';
import { isFoldState } from '../snapshot/fold.ts';
import { rowsOf } from '../snapshot/table.ts';
import { asks } from './approved.ts';

/** What the user said when this very command was asked about and refused, as the facts of the last compaction hold it. */
export function refusedBefore(facts: unknown, command: string): string | undefined {
  if (!isFoldState(facts)) return undefined;
  const about = rowsOf(facts.families.questions.verdicts).filter(({ kind, value, detail }) =>
    asks(kind === 'approval' ? `${value} ${detail ?? ''}` : value, command),
  );
  const last = about.at(-1);
  return last?.state === 'refused' ? last.value : undefined;
}

/** False where the record shows that the user answered otherwise since. */
export function isRefusedStill(entries: readonly LedgerEntry[], command: string): boolean {
  const last = entries.findLast(
    (entry) =>
      entry.kind === 'answer' && entry.source === 'record' && asks(entry.question, command),
  );
  return last?.kind !== 'answer' || last.verdict === 'no';
}
