import { type Exchanged, exchange } from '../../app/fleet/exchange.ts';
import { sentMessages } from '../../app/worker/inbox.ts';
import { readWorker } from '../../app/worker/records.ts';
import { fleetReports } from '../../fleet-db/reports.ts';
import { fleetRuns } from '../../fleet-db/runs.ts';
import { postMessage } from '../../journal/mail.ts';
import { folderName } from '../../journal/session-folder.ts';
import type { CliContext } from './context.ts';
import type { FleetContext } from './fleet-context.ts';
import { ownReports } from './fleet-own.ts';
import { runExchange } from './fleet-own-runs.ts';
import { fleetOutbox, fleetView, keepFleetView } from './fleet-view.ts';
import { configHere } from './sessions.ts';
import type { WorkerContext } from './worker-context.ts';

/** Brings reports and messages of this machine and the others together. */
export function exchangeHere(
  context: CliContext,
  { database, there, joined, tickets }: FleetContext,
  workers: WorkerContext,
): Promise<Exchanged> {
  const { project } = tickets.place;
  const inProject = { ...context, project };
  const shares = configHere(inProject).fleetShares;
  return exchange({
    there,
    reporting: fleetReports(database, joined),
    own: () => ownReports(inProject, workers, shares),
    runs: runExchange(inProject, fleetRuns(database, joined), project, shares),
    deliver({ id, worker, sender, from, text, at }) {
      const known = readWorker(workers, worker);
      if (known === undefined || known.launch.project !== project) return false;
      if (known.state.status === 'completed') return false;
      // One that was delivered before the connection broke is not delivered again.
      const name = folderName(id);
      if (sentMessages(workers.disk, worker).some((one) => one.id === name)) return true;
      const message = { from: `${sender} on ${from}`.slice(0, 80), text, at };
      return postMessage(context.paths.home, worker, id, message);
    },
    outbox: fleetOutbox(inProject),
    kept: () => fleetView(inProject),
    keep: (view) => keepFleetView(inProject, view),
    now: () => context.install.clock.now(),
  });
}
