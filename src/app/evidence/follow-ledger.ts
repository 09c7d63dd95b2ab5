import { type CollectState, collectItem } from '../../core/ledger/collect.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { LedgerMark } from '../../core/ledger/lines.ts';
import { reconcile } from '../../core/ledger/reconcile.ts';
import type { RecordReader } from '../../hosts/host.ts';
import { digest } from '../install/text.ts';
import type { Clock, Files, RecordSource } from '../ports.ts';
import type { LedgerStore } from './ledger-store.ts';

export interface LedgerDeps {
  files: Files;
  clock: Clock;
  records: RecordSource;
  ledger: LedgerStore;
}

export interface Ledger {
  /** Reconciled, in the order of the session. */
  entries: LedgerEntry[];
  /** Lines of the ledger that were not understood. */
  skipped: number;
  /** False when what is new could not be written down; it is in the entries all the same. */
  kept: boolean;
}

/** Brings the ledger up to date with the record, read from where the last reading ended. */
export function followLedger(
  deps: LedgerDeps,
  record: { path: string; reader: RecordReader } | undefined,
): Ledger {
  const { entries, mark, skipped } = deps.ledger.read();
  if (record === undefined) return { entries: reconcile(entries), skipped, kept: true };
  const state = stateOf(entries, mark);
  const ports = {
    digest,
    readText: (path: string) => deps.files.readText(path),
    now: deps.clock.now().toISOString(),
  };
  const fresh = new Map<string, LedgerEntry>();
  const cursor = mark?.record === record.path ? mark.cursor : undefined;
  const read = deps.records(record.path, record.reader, cursor, (item) =>
    collectItem(state, item, ports, (entry) => fresh.set(entry.id, entry)),
  );
  if (read === undefined) return { entries: reconcile(entries), skipped, kept: true };
  const next: LedgerMark = {
    v: 1,
    kind: 'read',
    record: record.path,
    cursor: read.cursor,
    order: state.order,
  };
  if (state.cwd !== undefined) next.cwd = state.cwd;
  if (state.question !== undefined) next.question = state.question;
  const isNew = fresh.size > 0 || JSON.stringify(next) !== JSON.stringify(mark);
  const kept = !isNew || deps.ledger.append([...fresh.values(), next]);
  return { entries: reconcile([...entries, ...fresh.values()]), skipped, kept };
}

function stateOf(entries: readonly LedgerEntry[], mark: LedgerMark | undefined): CollectState {
  const state: CollectState = { order: mark?.order ?? 0, calls: new Map() };
  if (mark?.cwd !== undefined) state.cwd = mark.cwd;
  if (mark?.question !== undefined) state.question = mark.question;
  const read = entries.filter((entry) => entry.source === 'record');
  for (const entry of reconcile(read)) {
    state.order = Math.max(state.order, entry.began, entry.ended ?? 0);
    if (entry.kind === 'call') state.calls.set(entry.id, entry);
  }
  return state;
}
