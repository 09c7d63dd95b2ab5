import { Fault } from '../../core/errors.ts';
import type { PermissionRequest } from '../../core/worker/event.ts';
import type { WorkerDisk } from './ports.ts';
import { type KnownWorker, workerFolder } from './records.ts';

/** A request of a worker's client that waits for a person. */
export interface PendingRequest {
  /** By which a person answers it. */
  id: string;
  worker: string;
  tool: string;
  about: string;
  /** Why the policy does not allow it. */
  why: string;
  /** ISO times. */
  asked: string;
  deniedAt: string;
}

/** Writes a request down for a person. */
export function askPerson(
  disk: WorkerDisk,
  request: Omit<PendingRequest, 'tool' | 'about'>,
  asked: Pick<PermissionRequest, 'tool' | 'about'>,
): void {
  const pending: PendingRequest = { ...request, tool: asked.tool, about: asked.about };
  disk.replace(nameOf(request.worker, request.id), `${JSON.stringify(pending)}\n`);
}

/** What a person said to a request; undefined while nobody did. */
export function answerTo(disk: WorkerDisk, worker: string, id: string): boolean | undefined {
  const text = disk.read(answerName(worker, id))?.trim();
  return text === 'allow' ? true : text === 'deny' ? false : undefined;
}

/** Takes a request away that was answered, or is nobody's any more. */
export function closeRequest(disk: WorkerDisk, worker: string, id: string): void {
  disk.remove(nameOf(worker, id));
  disk.remove(answerName(worker, id));
}

/** Requests of a worker that wait for a person; of a worker that nobody looks after none do. */
export function pendingRequests(disk: WorkerDisk, worker: KnownWorker): PendingRequest[] {
  const { launch, alive, state } = worker;
  if (!alive) return [];
  return state.waiting.flatMap((id) => {
    if (answerTo(disk, launch.worker, id) !== undefined) return [];
    try {
      return [JSON.parse(disk.read(nameOf(launch.worker, id)) ?? '') as PendingRequest];
    } catch {
      return [];
    }
  });
}

/** Answers a request for a person. The first answer counts. Throws a Fault when there is no such request. */
export function answerRequest(
  disk: WorkerDisk,
  workers: readonly KnownWorker[],
  id: string,
  allowed: boolean,
): PendingRequest {
  const found = workers.flatMap((each) => pendingRequests(disk, each)).find((one) => one.id === id);
  if (found === undefined) {
    throw new Fault('not-found', `No request ${JSON.stringify(id)} is waiting for an answer.`, {
      hint: 'List the open requests with "holdfast workers".',
    });
  }
  disk.create(answerName(found.worker, id), allowed ? 'allow\n' : 'deny\n');
  return found;
}

function nameOf(worker: string, id: string): string {
  return `${workerFolder(worker)}/requests/${id}.json`;
}

function answerName(worker: string, id: string): string {
  return `${workerFolder(worker)}/requests/${id}.answer`;
}
