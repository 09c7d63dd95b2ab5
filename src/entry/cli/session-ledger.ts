import { followLedger, type Ledger } from '../../app/evidence/follow-ledger.ts';
import type { LedgerStore } from '../../app/evidence/ledger-store.ts';
import { sessionRecords } from '../../app/evidence/session-records.ts';
import { readLines } from '../../core/ledger/lines.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import type { CliContext } from './context.ts';
import type { Reading } from './sessions.ts';

/** The ledger of a session or a record, brought up to date; that of a record which a person named is kept nowhere. */
export function ledgerOf(context: CliContext, { deps, event, stored }: Reading): Ledger {
  const ledger: LedgerStore = stored
    ? openEvidenceFile(deps.store.folder, deps.patterns)
    : {
        read: () => readLines(''),
        clean: (line) => redactDeep(line, deps.patterns),
        append: () => true,
      };
  const { files, records } = deps;
  return followLedger(
    { files, records, ledger, clock: context.install.clock },
    sessionRecords(deps, event),
  );
}
