import { Fault } from '../../core/errors.ts';
import {
  isOver,
  type LaunchRecord,
  newWorkerState,
  type WorkerState,
} from '../../core/worker/launch.ts';
import { launchRecordOf, workerStateOf } from '../../core/worker/read-records.ts';
import type { WorkerDisk, WorkerProcesses } from './ports.ts';

/** What is looked up about workers. */
export interface WorkerReading {
  disk: WorkerDisk;
  processes: Pick<WorkerProcesses, 'identity'>;
}

/** A worker as it stands on disk, and whether somebody looks after it. */
export interface KnownWorker {
  launch: LaunchRecord;
  state: WorkerState;
  /** True while its supervisor lives. */
  alive: boolean;
}

/** So long may the process that looks after a worker take to begin. */
const startMs = 30_000;

/** The folder of a worker, below the state folder. */
export function workerFolder(worker: string): string {
  return `workers/${worker}`;
}

/** True for a text that can be the id of a worker. */
export function isWorkerId(text: string): boolean {
  return /^\w[\w.-]{0,120}$/.test(text);
}

/** Every worker, the oldest launch first. */
export function knownWorkers(deps: WorkerReading): KnownWorker[] {
  return deps.disk
    .list('workers')
    .filter(isWorkerId)
    .flatMap((id) => readWorker(deps, id) ?? [])
    .sort((a, b) => order(a.launch, b.launch));
}

/** One worker; undefined when nothing that can be read is there. */
export function readWorker(deps: WorkerReading, worker: string): KnownWorker | undefined {
  if (!isWorkerId(worker)) return undefined;
  const folder = workerFolder(worker);
  const launch = launchRecordOf(deps.disk.read(`${folder}/launch.json`));
  if (launch === undefined || launch.worker !== worker) return undefined;
  const { supervisor } = launch;
  const alive =
    supervisor !== undefined && deps.processes.identity(supervisor.pid) === supervisor.identity;
  const state =
    workerStateOf(deps.disk.read(`${folder}/state.json`)) ?? newWorkerState(launch.launched);
  // One that was just launched is not lost: its supervisor is on its way.
  const young =
    supervisor === undefined && (deps.disk.ageMs(`${folder}/launch.json`) ?? 0) < startMs;
  return { launch, alive, state: alive || young || isOver(state.status) ? state : lost(state) };
}

/** The worker that a person names by its id or the beginning of one, or by its ticket. Throws a Fault when there is none, or several. */
export function findWorker(deps: WorkerReading, given: string): KnownWorker {
  // A table that was too wide for the terminal shows the beginning of an id, and an ellipsis.
  const named = given.replace(/…$/, '');
  const exact = readWorker(deps, named);
  if (exact) return exact;
  const all = knownWorkers(deps);
  const hint = 'List the workers with "holdfast workers".';
  const same = all.filter(
    ({ launch }) => named !== '' && (launch.worker.startsWith(named) || launch.ticketId === named),
  );
  const open = same.filter(({ state }) => !isOver(state.status));
  const found = open.length > 0 ? open : same.slice(-1);
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new Fault('not-found', `There is no worker ${JSON.stringify(named)}.`, { hint });
  }
  const names = found.map(({ launch }) => launch.worker).join(', ');
  throw new Fault('refused', `${named} matches several workers: ${names}.`, { hint });
}

function lost(state: WorkerState): WorkerState {
  return {
    ...state,
    status: 'lost',
    holdsPlace: false,
    waiting: [],
    reason: 'It is no longer supervised: its supervisor was killed, or the machine was restarted.',
  };
}

function order(a: LaunchRecord, b: LaunchRecord): number {
  if (a.launched !== b.launched) return a.launched < b.launched ? -1 : 1;
  return a.worker < b.worker ? -1 : 1;
}
