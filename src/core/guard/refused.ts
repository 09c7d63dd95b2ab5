import type { LedgerEntry } from '../ledger/entry.ts';
import { newTable, rowsOf, type Table } from '../snapshot/table.ts';
import { asks } from './approved.ts';

/** What the user said when this very command was asked about and refused, as the facts of the last compaction hold it. */
export function refusedBefore(facts: unknown, command: string): string | undefined {
  const about = rowsOf(verdictsOf(facts)).filter(({ kind, value, detail }) =>
    asks(kind === 'approval' ? `${value} ${detail ?? ''}` : value, command),
  );
  const last = about.at(-1);
  return last?.state === 'refused' ? last.value : undefined;
}

/** False where the user refused nothing that was asked about. */
export function hasRefusals(facts: unknown): boolean {
  return rowsOf(verdictsOf(facts)).some(({ state }) => state === 'refused');
}

interface Verdict {
  kind: string;
  value: string;
  detail?: string;
  state: string;
}

/** The answers within the facts, whose whole form only the part that makes them knows. */
function verdictsOf(facts: unknown): Table<Verdict> {
  const { families } = (facts ?? {}) as {
    families?: { questions?: { verdicts?: Table<Verdict> } };
  };
  return families?.questions?.verdicts ?? newTable();
}

/** False where the record shows that the user answered otherwise since. */
export function isRefusedStill(entries: readonly LedgerEntry[], command: string): boolean {
  const last = entries.findLast(
    (entry) =>
      entry.kind === 'answer' && entry.source === 'record' && asks(entry.question, command),
  );
  return last?.kind !== 'answer' || last.verdict === 'no';
}
