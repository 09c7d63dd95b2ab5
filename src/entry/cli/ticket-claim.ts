import { claimTicket } from '../../app/ticket/actions.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { Fault } from '../../core/errors.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { ownerOf, ticketContext, ticketPath } from './ticket-deps.ts';

interface ClaimOptions {
  owner?: string;
  pid?: number;
  term?: number;
}

export function claimCommand(
  context: CliContext,
  options: ClaimOptions,
  [named]: string[],
): Outcome {
  const owner = ownerOf(context, options.owner);
  if (!owner?.trim()) {
    throw new Fault('usage', 'Nobody is named who takes the ticket.', {
      hint: 'holdfast ticket claim ID --owner NAME',
    });
  }
  if (!/^[^\s\p{Cc}][^\p{Cc}]{0,99}$/u.test(owner)) {
    throw new Fault('usage', 'A name has 100 characters at most, and is one line.');
  }
  const tickets = ticketContext(context);
  const path = ticketPath(tickets, named);
  const { ticket } = readTicket(tickets, path);
  if (ticket.status !== undefined && isClosed(ticket.status)) {
    throw new Fault('refused', `${ticket.id} is ${ticket.status}; nobody can take it.`, {
      hint: `Reopen it first: holdfast ticket reopen ${ticket.id}`,
    });
  }
  const claim = claimTicket(tickets, path, { owner, pid: options.pid, termMs: options.term });
  if (!claim.won) {
    return {
      text: `${ticket.id} is ${claim.owner}'s since ${claim.since}.`,
      failed: true,
      data: { id: ticket.id, path, won: false, owner: claim.owner, since: claim.since },
    };
  }
  return {
    text: claim.again
      ? `${ticket.id} is ${owner}'s already, since ${claim.since}: ${path}`
      : `${ticket.id} is ${owner}'s now: ${path}`,
    data: {
      id: ticket.id,
      path,
      won: true,
      again: claim.again,
      owner,
      status: claim.acted.ticket.status ?? null,
    },
  };
}
