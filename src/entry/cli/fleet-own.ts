import { type KnownWorker, knownWorkers } from '../../app/worker/records.ts';
import { loadRun, rowOf } from '../../app/workflow/actions.ts';
import type { Config } from '../../core/config/defaults.ts';
import { type Report, shareable } from '../../core/fleet/report.ts';
import { receiptPhrase } from '../../core/recovery/receipt.ts';
import { compactionsOf, lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import { baseName } from '../../core/task/path.ts';
import { isOver } from '../../core/worker/launch.ts';
import type { CliContext } from './context.ts';
import { sessionIndex } from './sessions.ts';
import type { WorkerContext } from './worker-context.ts';
import { workflowDeps } from './workflow-context.ts';

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
  const reports = [
    ...(shares.includes('workers') ? known.map(workerReport) : []),
    ...(shares.includes('runs') ? runReports(context, project, now) : []),
    ...(shares.includes('receipts') ? receiptReports(context, known) : []),
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

function runReports(context: CliContext, project: string, now: number): Report[] {
  const deps = workflowDeps(context);
  return deps.runs
    .list()
    .slice(0, most)
    .filter((id) => deps.runs.load(id) !== undefined)
    .map((id) => rowOf(loadRun(deps, id)))
    .filter((row) => row.project === project || row.project.startsWith(`${project}.worktrees/`))
    .filter(({ status, started }) => status === 'open' || now - Date.parse(started) < afterEndMs)
    .map(({ run, workflow, status, stepTitle, started }) => ({
      kind: 'run',
      id: run,
      facts: { workflow, status, ...(stepTitle !== undefined && { step: stepTitle }), started },
    }));
}

/** How the recoveries of workers' sessions stand; without the texts. */
function receiptReports(context: CliContext, known: readonly KnownWorker[]): Report[] {
  const index = sessionIndex(context);
  const stored = new Map(index.list().map((one) => [`${one.host}/${one.id}`, one]));
  return known.flatMap((worker) =>
    worker.launch.sessions.flatMap((session): Report[] => {
      const found = stored.get(session);
      const agent = found && index.read(found).state.agents[mainAgent];
      const last = agent && lastRecovery(agent);
      if (agent === undefined || last === undefined) return [];
      const facts = {
        status: receiptPhrase(last),
        worker: worker.launch.worker,
        compactions: compactionsOf(agent).length,
        denials: agent.recoveries.reduce((sum, { denials }) => sum + denials.length, 0),
        last: last.armedAt,
      };
      return [{ kind: 'receipt', id: session, ticket: ticketOf(worker), facts }];
    }),
  );
}
