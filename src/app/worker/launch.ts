import { Fault } from '../../core/errors.ts';
import { fingerprint } from '../../core/hash.ts';
import { withoutEnds } from '../../core/text/ends.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import { isOver, type LaunchRecord } from '../../core/worker/launch.ts';
import { workerPrompt } from '../../core/worker/prompt.ts';
import type { Clock } from '../ports.ts';
import { type LeaseDeps, leaseOf } from '../ticket/leases.ts';
import type { TicketReading } from '../ticket/store.ts';
import { openDependencies } from './depends.ts';
import type { WorkerDisk } from './ports.ts';
import type { WorkerReading } from './records.ts';
import { type KnownWorker, knownWorkers, workerFolder } from './records.ts';

export interface LaunchDeps extends TicketReading, LeaseDeps, WorkerReading {
  disk: WorkerDisk;
  clock: Clock;
  redact(text: string): string;
}

/** What is wished of a worker. */
export interface LaunchWish {
  ticket: Ticket;
  /** The ticket's absolute path. */
  path: string;
  host: string;
  inProcess?: true;
  project: string;
  folder: string;
  branch?: string;
  model?: string;
  permission: LaunchRecord['permission'];
  allow?: readonly string[];
  max?: number;
  restarts: number;
  handler?: LaunchRecord['handler'];
  handoff?: string;
  /** Four characters unlike those of other workers. */
  mark: string;
}

const promptStartLimit = 600;

/**
 * Throws a Fault when no worker can be started on a ticket: it is over, somebody has it, or what it depends on can never be
 * done. Answers with the worker that was lost on it, which is to be taken up instead of a new one.
 */
export function mayLaunch(
  deps: LaunchDeps,
  project: string,
  path: string,
  ticket: Ticket,
): KnownWorker | undefined {
  const fault = ticket.faults[0];
  if (fault) {
    throw new Fault('malformed', `${path}:${fault.line} cannot be used: ${fault.what}.`, {
      hint: 'Fix it by hand, then run this again.',
    });
  }
  if (ticket.status !== undefined && isClosed(ticket.status)) {
    throw new Fault('refused', `${ticket.id} is ${ticket.status}.`, {
      hint: `Reopen it first: holdfast ticket reopen ${ticket.id}`,
    });
  }
  const held = leaseOf(deps, path);
  const workers = knownWorkers(deps).filter(({ launch }) => launch.ticket === path);
  const lost = workers.filter(({ state }) => state.status === 'lost').at(-1);
  if (held && held.owner !== lost?.launch.worker) {
    throw new Fault(
      'refused',
      `${ticket.id} is already claimed by ${held.owner} (since ${userTime(held.since)}).`,
      {
        hint: 'See what it does with "holdfast workers".',
      },
    );
  }
  openDependencies(deps, project, ticket);
  return lost;
}

/** Writes down a worker that is about to be started. Throws a Fault when the disk refuses. */
export function writeLaunch(deps: LaunchDeps, wish: LaunchWish): LaunchRecord {
  const { ticket, path, mark } = wish;
  const slug = withoutEnds(ticket.id.replace(/[^A-Za-z0-9_-]+/g, '-'), /-/).slice(0, 60);
  const worker = `${slug || 'worker'}-${mark}`;
  const shared = wish.handler ? nameOf(wish.handler.session) : fingerprint(wish.project);
  const scratch = deps.disk.place(`scratch/${shared}`);
  deps.disk.makeFolder(scratch);
  const { host, inProcess, project, folder, branch, model, permission, max, restarts, handler } =
    wish;
  const { allow = [], handoff } = wish;
  const prompt = workerPrompt({
    ticket,
    path,
    folder,
    scratch,
    permission,
    allow,
    ...(branch && { branch }),
  });
  const launch: LaunchRecord = {
    v: 1,
    worker,
    ticket: path,
    ticketId: ticket.id,
    host,
    ...(inProcess && { inProcess }),
    project,
    folder,
    ...(branch !== undefined && { branch }),
    ...(model !== undefined && { model }),
    permission,
    ...(allow.length > 0 && { allow: [...allow] }),
    ...(ticket.mayStartWorkers && { coordinates: true as const }),
    ...(max !== undefined && { max }),
    restarts,
    ...(handler && { handler }),
    ...(handoff !== undefined && { handoff }),
    promptStart: deps.redact(prompt).slice(0, promptStartLimit),
    scratch,
    run: 0,
    sessions: [],
    resumable: false,
    ends: 0,
    launched: deps.clock.now().toISOString(),
  };
  const text = `${JSON.stringify(launch, null, 2)}\n`;
  if (!deps.disk.create(`${workerFolder(worker)}/launch.json`, text)) {
    throw new Fault('refused', `Worker ${worker} already exists.`, { hint: 'Run this again.' });
  }
  return launch;
}

/** Throws a Fault when a worker cannot be taken up again. */
export function mayResume({ launch, state, alive }: KnownWorker): void {
  if (alive) {
    throw new Fault('refused', `${launch.worker} is still running (${state.status}).`, {
      hint: `Send it a message with "holdfast send ${launch.worker} TEXT", or stop it first.`,
    });
  }
  if (isOver(state.status) && state.status === 'completed') {
    throw new Fault('refused', `${launch.worker} is completed.`, {
      hint: `Reopen its ticket first: holdfast ticket reopen ${launch.ticketId}`,
    });
  }
}

function nameOf(session: string): string {
  return session
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100);
}
