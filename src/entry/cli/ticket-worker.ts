import { type KnownWorker, knownWorkers } from '../../app/worker/records.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';
import { workerDisk } from '../../platform/worker-disk.ts';
import { workerProcesses } from '../../platform/worker-processes.ts';
import type { CliContext } from './context.ts';

/** The worker that was on a ticket last, by the ticket's path; looked up once, and only where a ticket asks for it. */
export function lastWorkers(context: CliContext): (path: string) => KnownWorker | undefined {
  let known: Map<string, KnownWorker> | undefined;
  return (path) => {
    known ??= new Map(
      knownWorkers({ disk: workerDisk(context.paths.home), processes: workerProcesses }).map(
        (worker) => [worker.launch.ticket, worker],
      ),
    );
    return known.get(path);
  };
}

/** Of a ticket that is begun and that nobody holds: its worker, and how that ended. */
export function endedOwner(
  status: TicketStatus | undefined,
  last: KnownWorker | undefined,
): string | undefined {
  if (status === undefined || status === 'queued' || isClosed(status)) return undefined;
  if (last === undefined) return undefined;
  const { launch, state, alive } = last;
  return alive ? launch.worker : `${launch.worker} (${state.status})`;
}
