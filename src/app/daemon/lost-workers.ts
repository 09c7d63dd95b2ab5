import { Fault } from '../../core/errors.ts';
import type { LaunchRecord } from '../../core/worker/launch.ts';
import type { WorkerNotice } from '../../core/worker/notice.ts';
import { type KnownWorker, knownWorkers, type WorkerReading } from '../worker/records.ts';

export interface LostDeps extends WorkerReading {
  /** What the person wants done with a lost worker of a project. */
  wish(project: string): 'tell' | 'resume';
  /** How often workers were taken up here, by their ids; it outlives this process. */
  resumed: { read(): Record<string, number>; write(counts: Record<string, number>): void };
  /** Takes a worker up again. Throws a Fault when it cannot be. */
  resume(worker: KnownWorker): Promise<void>;
  /** Tells a session once for each name. */
  tell(handler: NonNullable<LaunchRecord['handler']>, name: string, notice: WorkerNotice): void;
  now(): string;
}

/**
 * Looks for workers that nobody looks after any more, since their supervisor was killed or the machine was restarted. Each
 * is taken up again where that is wished, as often as it may be started again; else the session that started it is told.
 * `seen`: what was done about which one before. Answers with what was done, as sentences.
 */
export async function lookForLost(deps: LostDeps, seen: Set<string>): Promise<string[]> {
  const told: string[] = [];
  for (const worker of knownWorkers(deps)) {
    const { launch, state } = worker;
    const key = `${launch.worker}/${launch.run}/${launch.supervisor?.identity ?? ''}`;
    if (state.status !== 'lost' || seen.has(key)) continue;
    seen.add(key);
    told.push(await careFor(deps, worker));
  }
  return told;
}

async function careFor(deps: LostDeps, worker: KnownWorker): Promise<string> {
  const { launch } = worker;
  const counts = deps.resumed.read();
  const before = counts[launch.worker] ?? 0;
  let why = 'It is no longer supervised.';
  if (deps.wish(launch.project) === 'resume') {
    if (before < launch.restarts) {
      // Written down first: one that breaks the daemon each time is not taken up for ever.
      deps.resumed.write({ ...counts, [launch.worker]: before + 1 });
      try {
        await deps.resume(worker);
        return `${launch.worker} was lost, and goes on.`;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        why = `It could not be resumed: ${error.message}`;
      }
    } else why = `It was already resumed ${before} times.`;
  }
  tellHandler(deps, launch, why);
  return `${launch.worker} was lost. ${why}`;
}

function tellHandler(deps: LostDeps, launch: LaunchRecord, why: string): void {
  if (launch.handler === undefined) return;
  deps.tell(launch.handler, `${launch.worker}-lost-${launch.run}`, {
    task: launch.ticketId,
    worker: launch.worker,
    status: 'failed',
    summary: `The worker was lost. ${why} Its ticket is ${launch.ticket}. To go on: holdfast resume ${launch.worker}`,
    result: `Lost in its run ${launch.run}.`,
    at: deps.now(),
  });
}
