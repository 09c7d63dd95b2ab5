import { followLedger, type Ledger } from '../../app/evidence/follow-ledger.ts';
import type { LedgerStore } from '../../app/evidence/ledger-store.ts';
import { findRecord } from '../../app/find-record.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import type { CliContext } from './context.ts';
import type { Reading } from './sessions.ts';

/** The ledger of a session or a record, brought up to date; that of a record which a person named is kept nowhere. */
export function ledgerOf(context: CliContext, { deps, event, stored }: Reading): Ledger {
  const ledger: LedgerStore = stored
    ? openEvidenceFile(deps.store.folder, deps.patterns)
    : { read: () => ({ entries: [], skipped: 0 }), append: () => true };
  const path = findRecord(deps.files, deps.host, event);
  const { files, records } = deps;
  return followLedger(
    { files, records, ledger, clock: context.install.clock },
    path === undefined ? undefined : { path, reader: deps.host.reader() },
  );
}
