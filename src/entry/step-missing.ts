import { followLedger } from '../app/evidence/follow-ledger.ts';
import type { LedgerStore } from '../app/evidence/ledger-store.ts';
import { projectTree } from '../app/evidence/project-tree.ts';
import { sessionRecords } from '../app/evidence/session-records.ts';
import type { HookDeps } from '../app/hook/context.ts';
import { missingOf } from '../app/workflow/missing.ts';
import type { HostEvent } from '../core/event.ts';
import type { LedgerEntry } from '../core/ledger/entry.ts';
import { readLines } from '../core/ledger/lines.ts';
import { reconcile } from '../core/ledger/reconcile.ts';
import type { RunSession } from '../core/workflow/run-entry.ts';
import type { MissingEvidence } from '../core/workflow/step-view.ts';
import { openEvidenceFile } from '../journal/evidence-file.ts';
import { openRunStore } from '../journal/run-store.ts';
import { sessionFolder } from '../journal/session-folder.ts';

/** What an event is handled with, as far as evidence is made from it. */
type From = Pick<HookDeps, 'files' | 'records' | 'clock' | 'git' | 'host' | 'patterns'>;

/**
 * What the pending step of a run lacks, for the event of a session; undefined for a run that is over or gone. Of other sessions of the run the ledger counts as it was
 * last brought up to date: a run goes over to another session by a command that does so. No command is run for it.
 */
export async function stepMissing(
  from: From,
  event: HostEvent,
  stateFolder: string,
  run: string,
): Promise<MissingEvidence[] | undefined> {
  const { files, git, patterns } = from;
  const runs = openRunStore({
    stateFolder,
    redact: () => patterns,
    exclusively: (_, work) => work(),
  });
  const state = runs.load(run)?.state;
  if (state === undefined || state.abandoned !== undefined) return undefined;
  const nobody = { refused: 'it is run when the step is said to be done' };
  return missingOf(
    {
      runs,
      tree: (project) => projectTree({ files, git }, project, async () => nobody),
      entriesOf: (session) => entriesOf(from, event, stateFolder, session),
    },
    run,
  );
}

function entriesOf(
  from: From,
  event: HostEvent,
  stateFolder: string,
  { host, session }: RunSession,
): LedgerEntry[] {
  const stored = openEvidenceFile(sessionFolder(stateFolder, host, session), from.patterns);
  if (host !== from.host.id || session !== event.sessionId) return reconcile(stored.read().entries);
  // Inside of a client the record is another one than that which commands read: places in it are not theirs.
  const ledger: LedgerStore = from.host.capabilities.inProcess
    ? { read: () => readLines(''), clean: (line) => line, append: () => true }
    : stored;
  return followLedger({ ...from, ledger }, sessionRecords(from, event)).entries;
}
