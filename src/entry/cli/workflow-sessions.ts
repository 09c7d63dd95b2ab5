import { reasonsNow } from '../../app/hook/watch-reasons.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { RunSession } from '../../core/workflow/run-entry.ts';
import type { WorkflowEntry } from '../../core/workflow/step-view.ts';
import { hostById } from '../../hosts/registry.ts';
import { startBeside } from '../../platform/start-beside.ts';
import { sessionMail } from '../session-mail.ts';
import type { CliContext } from './context.ts';
import { ledgerOf } from './session-ledger.ts';
import { configHere, openStore, readingOfSession, sessionIndex } from './sessions.ts';

/** What runs of workflows ask of sessions. A part of the program by itself, which a run without a session does not load. */

/** The session with that id, or the only one with such a beginning, as it is known here. */
export function knownSession(context: CliContext, id: string): RunSession | undefined {
  const sessions = sessionIndex(context).list();
  const exact = sessions.find((one) => one.id === id);
  const beginning = sessions.filter((one) => one.id.startsWith(id));
  const found = exact ?? (beginning.length === 1 ? beginning[0] : undefined);
  return found && { host: found.host, session: found.id };
}

/** The ledger of a session, its record having been read to its end. */
export function entriesOf(context: CliContext, { host, session }: RunSession): LedgerEntry[] {
  const stored = sessionIndex(context)
    .list()
    .find((one) => one.host === host && one.id === session);
  return stored === undefined ? [] : ledgerOf(context, readingOfSession(context, stored)).entries;
}

/** Writes into the journal of a session, and says whether its tool events are needed now. */
export function tellSession(context: CliContext, session: RunSession, entry: WorkflowEntry): void {
  const stored = sessionIndex(context)
    .list()
    .find(({ host, id }) => host === session.host && id === session.session);
  const host = hostById(session.host);
  if (stored === undefined || host === undefined) return;
  const store = openStore(context, stored);
  store.locked(() => {
    if (!store.append([{ body: entry }])) return;
    const mail = sessionMail(context.paths.home, { host: host.id, session: stored.id });
    store.watch(reasonsNow({ host, mail, config: configHere(context) }, store.load().state));
  });
  writeMemory(context, stored.id);
}

/** The memory of a session names its step and token, so that it is rewritten when they change, by a process that nobody waits for. */
function writeMemory(context: CliContext, session: string): void {
  if (configHere(context).sessionMemory === 'off') return;
  startBeside(['memory', session, '--write'], context.env);
}
