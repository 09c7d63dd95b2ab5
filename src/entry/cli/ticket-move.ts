import {
  type Acted,
  finishTicket,
  moveTicket,
  progressTicket,
  reopenTicket,
} from '../../app/ticket/actions.ts';
import { lastLeaseOf, leaseOf } from '../../app/ticket/leases.ts';
import { Fault } from '../../core/errors.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import { workerVariable } from '../../core/worker/variables.ts';
import { readInput } from '../../platform/read-input.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { claimInFleet } from './fleet-joined.ts';
import { ownerOf, type TicketContext, ticketContext, ticketPath } from './ticket-deps.ts';

interface OwnerOptions {
  owner?: string;
}

type Work = (tickets: TicketContext, path: string, owner: string | undefined) => Acted;

export function progressCommand(
  context: CliContext,
  options: OwnerOptions,
  [named, text = '']: string[],
): Promise<Outcome> {
  return run(context, options, named, (tickets, path, owner) =>
    progressTicket(tickets, path, text, owner),
  );
}

export const blockCommand = mover('blocked');
export const reviewCommand = mover('review');
export const failCommand = mover('failed');

export function reopenCommand(
  context: CliContext,
  options: OwnerOptions,
  [named, reason = '']: string[],
): Promise<Outcome> {
  return run(context, options, named, (tickets, path, owner) =>
    reopenTicket(tickets, path, reason, owner),
  );
}

export async function doneCommand(
  context: CliContext,
  options: OwnerOptions & { result?: string },
  [named]: string[],
): Promise<Outcome> {
  const result = options.result === '-' ? await readInput() : options.result;
  return run(context, options, named, (tickets, path, owner) =>
    finishTicket(tickets, path, result, owner),
  );
}

function mover(to: TicketStatus) {
  return (
    context: CliContext,
    options: OwnerOptions,
    [named, reason = '']: string[],
  ): Promise<Outcome> =>
    run(context, options, named, (tickets, path, owner) =>
      moveTicket(tickets, path, to, reason, owner),
    );
}

async function run(
  context: CliContext,
  options: OwnerOptions,
  named: string | undefined,
  work: Work,
): Promise<Outcome> {
  const tickets = ticketContext(context);
  const path = ticketPath(tickets, named);
  const owner = ownerOf(context, options.owner);
  await takeInFleet(context, tickets, path, owner);
  const acted = work(tickets, path, owner);
  const { id, status, progress } = acted.ticket;
  return {
    text: `${id} is ${status ?? 'without a status'}: ${progress.at(-1) ?? 'no progress yet'}`,
    ...restoredWarning(context, acted),
    data: {
      id,
      path,
      status: status ?? null,
      progress: progress.at(-1) ?? null,
      restored: acted.restored,
    },
  };
}

/**
 * Who writes in a name has the ticket by that: where machines share it, the fleet is asked first, unless it is that worker's already. A client's sandbox
 * may hide the worker's process and the network from its shell; then work that was claimed before goes on.
 */
async function takeInFleet(
  context: CliContext,
  tickets: TicketContext,
  path: string,
  owner: string | undefined,
): Promise<void> {
  if (owner === undefined || leaseOf(tickets, path)?.owner === owner) return;
  const last = lastLeaseOf(tickets, path);
  const wasOwn = last?.owner === owner;
  if (wasOwn && last.worker !== undefined && context.env[workerVariable] === owner) return;
  const shared = await claimInFleet(context, path, owner).catch((error: unknown) => {
    if (wasOwn && error instanceof Fault && error.code === 'unreadable') return undefined;
    throw error;
  });
  if (shared === undefined) return;
  if (shared.won) return;
  throw new Fault(
    'refused',
    `${path} is claimed by ${shared.holder} (until ${userTime(shared.until)}), not by ${owner}.`,
    {
      hint: `${owner} has no lease on it. Nothing was written; stop working on this ticket.`,
    },
  );
}

/** What another program had taken out, in a sentence. */
export function restoredWarning(context: CliContext, acted: Acted): { warning?: string } {
  if (acted.restored.length === 0) return {};
  const lines = acted.restored.length === 1 ? 'A line' : `${acted.restored.length} lines`;
  return {
    warning: `${lines} of progress had been taken out of the file and ${acted.restored.length === 1 ? 'is' : 'are'} put back; the other version is ${context.paths.home}/${acted.keptAs}.`,
  };
}
