import { findTicketPath, readTicket } from '../../app/ticket/store.ts';
import type { ControlDeps } from '../../app/worker/control.ts';
import type { LaunchDeps } from '../../app/worker/launch.ts';
import { readWorker } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { redact } from '../../core/trust/redact.ts';
import { hideValues, secretValues } from '../../core/worker/hide-values.ts';
import type { LaunchRecord } from '../../core/worker/launch.ts';
import { workerVariable } from '../../core/worker/variables.ts';
import { postNotice } from '../../journal/mail.ts';
import { randomBytes } from '../../platform/random.ts';
import { workerDisk } from '../../platform/worker-disk.ts';
import { paceOf, workerProcesses } from '../../platform/worker-processes.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { type TicketContext, ticketContext } from './ticket-deps.ts';

/** What the commands on workers work with. */
export interface WorkerContext extends TicketContext, Pick<LaunchDeps, 'disk' | 'redact'> {
  /** Hides another value from now on. */
  hide(value: string): void;
}

export function workerContext(context: CliContext): WorkerContext {
  const tickets = ticketContext(context);
  const hidden = secretValues(context.env);
  return {
    ...tickets,
    disk: workerDisk(context.paths.home),
    redact: (text) => redact(hideValues(text, hidden), tickets.patterns),
    hide: (value) => void hidden.push(value),
  };
}

/** A short text unlike any other. */
export function newMark(): string {
  return randomBytes(2);
}

/** The session in whose shell this runs, with its host; undefined where it runs in none. */
export function handlerOf(context: CliContext): LaunchRecord['handler'] {
  const session = currentSession(context);
  if (session === undefined) return undefined;
  const host = context.install.hosts.find(
    ({ sessionVariable }) =>
      sessionVariable !== undefined && context.env[sessionVariable] === session,
  );
  return host && { host: host.host, session };
}

/**
 * Throws a Fault where a worker may be the one who runs this, unless its ticket lets it start workers. A shell of a worker
 * that takes the variable away is still known by what it was started from.
 */
export function refuseInsideWorker(
  context: CliContext,
  workers: WorkerContext,
  doing: string,
): void {
  const own = context.env[workerVariable];
  if (own) {
    const launch = readWorker(workers, own)?.launch;
    if (launch !== undefined && mayStartWorkers(workers, launch.ticket)) return;
    throw refusal(doing, `this is the shell of the worker ${own}`);
  }
  for (const { variables, how, pid } of context.lineage()) {
    if (how === 'started' && variables.includes(workerVariable)) {
      throw refusal(doing, `process ${pid}, which this was started from, is a worker's`);
    }
  }
}

function mayStartWorkers(workers: WorkerContext, ticket: string): boolean {
  try {
    return readTicket(workers, ticket).ticket.mayStartWorkers;
  } catch {
    return false;
  }
}

function refusal(doing: string, why: string): Fault {
  return new Fault('refused', `A worker may not ${doing}, and ${why}.`, {
    hint: 'Block the ticket and say what is needed: holdfast ticket block ID "what is needed". A ticket with "may_start_workers: true" lets its worker do it.',
  });
}

/** The worker in whose shell this runs; undefined where it runs in none. */
export function parentOf(context: CliContext, workers: WorkerContext): LaunchRecord | undefined {
  const own = context.env[workerVariable];
  return own ? readWorker(workers, own)?.launch : undefined;
}

/** The path of the ticket that an argument names. */
export function namedTicket(workers: WorkerContext, named: string): string {
  return findTicketPath(workers, workers.place, named);
}

/** What the stopping of workers needs of this machine. */
export function controlOf(context: CliContext, workers: WorkerContext): ControlDeps {
  return {
    ...workers,
    processes: workerProcesses,
    pace: paceOf(Number(context.env.HOLDFAST_WORKER_PACE) || 1),
    tell: (session, name, notice) => postNotice(context.paths.home, session, name, notice),
  };
}
