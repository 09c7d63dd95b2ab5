import { type HeardSession, receiptReport, sessionReport } from '../../app/fleet/session-report.ts';
import { beginningOf } from '../../app/page/title.ts';
import { findRecords, type RecordRef } from '../../app/records/find.ts';
import { type KnownWorker, knownWorkers } from '../../app/worker/records.ts';
import type { Config } from '../../core/config/defaults.ts';
import { type Report, shareable } from '../../core/fleet/report.ts';
import { mainAgent } from '../../core/recovery/session-state.ts';
import { baseName } from '../../core/task/path.ts';
import { isOver } from '../../core/worker/launch.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { hostById } from '../../hosts/registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { rootsFor } from './audit-wish.ts';
import type { CliContext } from './context.ts';
import { isOf, runReports } from './fleet-own-runs.ts';
import { sessionIndex } from './sessions.ts';
import type { WorkerContext } from './worker-context.ts';

/** So many of a kind are told, and those that ended only for so long, in milliseconds. */
const most = 50;
const afterEndMs = 24 * 60 * 60 * 1_000;

/** What this machine tells the others of its work in a project: what the setting names, and nothing else. */
export function ownReports(
  context: CliContext,
  workers: WorkerContext,
  shares: Config['fleetShares'],
): Report[] {
  if (shares.length === 0) return [];
  const { project } = workers.place;
  const now = context.install.clock.now().getTime();
  const known = knownWorkers(workers)
    .filter(({ launch }) => launch.project === project)
    .filter(({ state: { status, ended } }) => {
      return !isOver(status) || now - Date.parse(ended ?? '') < afterEndMs;
    })
    .slice(-most);
  const isHeard = shares.includes('sessions') || shares.includes('receipts');
  const heard = isHeard ? heardSessions(context, project, known, now) : [];
  const reports = [
    ...(shares.includes('workers') ? known.map(workerReport) : []),
    ...(shares.includes('runs') ? runReports(context, project) : []),
    ...(shares.includes('sessions')
      ? heard.map((one) => {
          const { host } = one.session;
          const title = shares.includes('titles') ? titleIn(context, one) : undefined;
          const client = hostById(host)?.title ?? host;
          return sessionReport(one, { client, ...(title !== undefined && { title }) });
        })
      : []),
    ...(shares.includes('receipts') ? receiptReports(heard, known) : []),
  ];
  return reports.map((one) => shareable(one, workers.redact));
}

/** In a fleet a ticket goes by the name of its file. */
function ticketOf({ launch }: KnownWorker): string {
  return baseName(launch.ticket).replace(/\.md$/, '');
}

function workerReport(one: KnownWorker): Report {
  const { launch, state } = one;
  return {
    kind: 'worker',
    id: launch.worker,
    ticket: ticketOf(one),
    facts: {
      status: state.status,
      client: launch.host,
      since: state.ended ?? state.began ?? launch.launched,
      compactions: state.compactions,
    },
  };
}

/** Sessions of the project that changed lately, the newest first, and those of workers, wherever these work. */
function heardSessions(
  context: CliContext,
  project: string,
  known: readonly KnownWorker[],
  now: number,
): HeardSession[] {
  const index = sessionIndex(context);
  const working = new Set(known.flatMap(({ launch }) => launch.sessions));
  const found: HeardSession[] = [];
  for (const session of index.list()) {
    const isWorkers = working.has(`${session.host}/${session.id}`);
    if (!isWorkers && now - session.modifiedMs > afterEndMs) continue;
    const { state, fold } = index.read(session);
    const where = state.agents[mainAgent]?.project;
    if (isWorkers || (where !== undefined && isOf(project, where)))
      found.push({ session, state, fold });
    if (found.length === most) break;
  }
  return found;
}

function receiptReports(heard: readonly HeardSession[], known: readonly KnownWorker[]): Report[] {
  return heard.flatMap((one) => {
    const { host, id } = one.session;
    const of = known.find(({ launch }) => launch.sessions.includes(`${host}/${id}`));
    const told = of === undefined ? {} : { worker: of.launch.worker, ticket: ticketOf(of) };
    return receiptReport(one, told) ?? [];
  });
}

/** What the user asked first in a session, by its transcript; undefined where that cannot be told. */
function titleIn(context: CliContext, { session, state }: HeardSession): string | undefined {
  const record = state.agents[mainAgent]?.record;
  if (record === undefined) return undefined;
  const stores = recordStores.filter(({ host }) => host === session.host);
  const { env, home, cwd } = context;
  const roots = rootsFor([record], stores, cwd, { env, home, platform: process.platform });
  const accepts = (ref: RecordRef) => ref.session === undefined || ref.session === session.id;
  for (const met of findRecords(recordDisk, roots, { accepts })) {
    if (!('ref' in met)) continue;
    try {
      return beginningOf(recordDisk, met.ref).title;
    } catch {
      // A transcript that cannot be read gives no title.
      return undefined;
    }
  }
  return undefined;
}
