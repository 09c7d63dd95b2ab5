import { Fault } from '../../core/errors.ts';
import { isOver } from '../../core/worker/launch.ts';
import { readTicket } from '../ticket/store.ts';
import type { WorkerBook } from './book.ts';
import { openDependencies } from './depends.ts';
import { knownWorkers } from './records.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';

/**
 * Waits until what the ticket depends on is done and there is a place among those that may run at the same time. Returns
 * why it never will be; undefined when it is the worker's turn, or `mustStop` says so.
 */
export async function waitForTurn(
  deps: SupervisorDeps,
  book: WorkerBook,
  mustStop: () => string | undefined,
): Promise<string | undefined> {
  for (;;) {
    if (mustStop() !== undefined) return undefined;
    let waitsFor: string;
    try {
      const { ticket } = readTicket(deps, book.launch.ticket);
      const open = openDependencies(deps, book.launch.project, ticket);
      if (open.length === 0 && takePlace(deps, book)) return undefined;
      waitsFor =
        open.length > 0
          ? `It waits until ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} done.`
          : `It waits for a place, since --max is ${book.launch.max}.`;
    } catch (error) {
      if (error instanceof Fault) return error.message;
      throw error;
    }
    if (book.state.reason !== waitsFor) {
      book.update({ status: 'queued', reason: waitsFor });
      book.save();
    }
    await deps.pace.wait(times.turn);
  }
}

/**
 * Takes a place if one is free; those that wait longer come first. Without a limit every worker has one. While another process
 * is at it none is free: it is asked again.
 */
function takePlace(deps: SupervisorDeps, book: WorkerBook): boolean {
  const { max, worker } = book.launch;
  const take = (): boolean => {
    if (max !== undefined) {
      const living = knownWorkers(deps).filter(({ alive }) => alive);
      const others = living.filter(({ launch }) => launch.worker !== worker);
      const free = max - others.filter(({ state }) => state.holdsPlace).length;
      const before = living.slice(
        0,
        living.findIndex(({ launch }) => launch.worker === worker),
      );
      const waiting = before.filter(
        ({ state, launch }) =>
          !isOver(state.status) &&
          !state.holdsPlace &&
          launch.max !== undefined &&
          isReady(deps, launch),
      );
      if (free - waiting.length <= 0) return false;
    }
    book.update({ holdsPlace: true });
    book.save();
    return true;
  };
  return deps.disk.locked('workers/.places', take, () => false);
}

/** True for a worker that waits for nothing but a place. */
function isReady(deps: SupervisorDeps, launch: WorkerBook['launch']): boolean {
  try {
    const { ticket } = readTicket(deps, launch.ticket);
    return openDependencies(deps, launch.project, ticket).length === 0;
  } catch {
    return false;
  }
}
