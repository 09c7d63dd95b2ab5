import {
  type KnownWorker,
  knownWorkers,
  type WorkerReading,
  workerFolder,
} from '../worker/records.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Workers that nobody looks after and that were last heard of so many days ago. */
export function oldWorkers(deps: WorkerReading, nowMs: number, days: number): KnownWorker[] {
  const limit = nowMs - days * dayMs;
  return knownWorkers(deps).filter(
    ({ alive, state, launch }) =>
      !alive && Math.max(Date.parse(state.time), Date.parse(launch.launched)) < limit,
  );
}

/** Removes what is known of workers, and the shared folders that no other worker names. Their work trees stay. */
export function dropWorkers(deps: WorkerReading, workers: readonly KnownWorker[]): void {
  const gone = new Set(workers.map(({ launch }) => launch.worker));
  const kept = knownWorkers(deps).filter(({ launch }) => !gone.has(launch.worker));
  const used = new Set(kept.map(({ launch }) => launch.scratch));
  for (const { launch } of workers) {
    deps.disk.removeFolder(workerFolder(launch.worker));
    const name = `scratch/${launch.scratch.slice(launch.scratch.lastIndexOf('/') + 1)}`;
    const ours = /^scratch\/\w[\w.-]*$/.test(name) && deps.disk.place(name) === launch.scratch;
    if (ours && !used.has(launch.scratch)) deps.disk.removeFolder(name);
  }
}
