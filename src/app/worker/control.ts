import { Fault } from '../../core/errors.ts';
import { isOver } from '../../core/worker/launch.ts';
import type { Clock } from '../ports.ts';
import { WorkerBook } from './book.ts';
import { endWorker, stoppedReason } from './end-worker.ts';
import type { Pace, WorkerDisk, WorkerProcesses } from './ports.ts';
import { type KnownWorker, readWorker, workerFolder } from './records.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';

export interface ControlDeps
  extends Pick<SupervisorDeps, 'tell' | 'ticketDisk' | 'files' | 'redact'> {
  disk: WorkerDisk;
  clock: Clock;
  processes: WorkerProcesses;
  pace: Pace;
}

/**
 * Stops a worker: politely, then firmly, its whole process group. Resolves when nothing of it is left. `now`: firmly at once.
 * Throws a Fault for one that has ended.
 */
export async function stopWorker(
  deps: ControlDeps,
  worker: KnownWorker,
  now: boolean,
): Promise<KnownWorker> {
  const { launch, state, alive } = worker;
  if (isOver(state.status) && !alive) {
    throw new Fault('refused', `${launch.worker} has already ended (${state.status}).`, {
      hint: 'See which are running with "holdfast workers".',
    });
  }
  const { worker: id, supervisor } = launch;
  deps.disk.replace(
    `${workerFolder(id)}/stop.json`,
    `${JSON.stringify({ at: deps.clock.now().toISOString() })}\n`,
  );
  if (alive && supervisor) {
    if (now) await deps.processes.endLeft(state.client, id, 0);
    // It looks for the request anyway; the signal only lets it look at once.
    deps.processes.signal(supervisor.pid, 'SIGTERM');
    const patience = 4 * times.stop + times.leave;
    for (let waited = 0; waited < patience; waited += times.look) {
      if (deps.processes.identity(supervisor.pid) !== supervisor.identity) break;
      await deps.pace.wait(times.look);
    }
    if (deps.processes.identity(supervisor.pid) === supervisor.identity) {
      deps.processes.signal(supervisor.pid, 'SIGKILL');
    }
  }
  // Nobody looks after it: what is left of it is ended here.
  await deps.processes.endLeft(state.client, id, now ? 0 : deps.pace.ms(times.stop));
  const after = readWorker(deps, id) ?? worker;
  if (isOver(after.state.status)) return after;
  const book = new WorkerBook(deps, after);
  endWorker(deps, book, { status: 'interrupted', reason: stoppedReason }, true);
  return readWorker(deps, id) ?? after;
}
