import { claimTicket } from '../../app/ticket/actions.ts';
import type { ClaimPlace } from '../../app/ticket/leases.ts';
import type { Processes } from '../../app/ticket/ports.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { Fault } from '../../core/errors.ts';
import { quotedWord } from '../../core/shell/wrappers.ts';
import { isClosed } from '../../core/ticket/status.ts';
import { userTime } from '../../core/time-text.ts';
import { redact } from '../../core/trust/redact.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { claimInFleet } from './fleet-joined.ts';
import { ownerOf, ticketContext, ticketPath } from './ticket-deps.ts';

interface ClaimOptions {
  owner?: string;
  pid?: number;
  term?: number;
  takeOver?: boolean;
}

/** The session in whose shell this runs, and the process that started this one. */
function placeOf(context: CliContext, processes: Processes): ClaimPlace {
  const session = currentSession(context);
  const identity = processes.identity(process.ppid);
  return {
    ...(session !== undefined && { session }),
    ...(identity !== undefined && { parent: { pid: process.ppid, identity } }),
  };
}

export async function claimCommand(
  context: CliContext,
  options: ClaimOptions,
  [named]: string[],
): Promise<Outcome> {
  const owner = ownerOf(context, options.owner);
  if (!owner?.trim()) {
    throw new Fault('usage', 'Say who takes the ticket: --owner NAME', {
      hint: 'holdfast ticket claim ID --owner NAME',
    });
  }
  if (!/^[^\s\p{Cc}][^\p{Cc}]{0,99}$/u.test(owner)) {
    throw new Fault('usage', 'A name must be one line of at most 100 characters.');
  }
  const tickets = ticketContext(context);
  if (redact(owner, tickets.patterns) !== owner) {
    throw new Fault('usage', 'The owner name looks like a secret, and it is written into files.');
  }
  const path = ticketPath(tickets, named);
  const { ticket } = readTicket(tickets, path);
  if (ticket.status !== undefined && isClosed(ticket.status)) {
    throw new Fault('refused', `${ticket.id} is ${ticket.status}; it cannot be claimed.`, {
      hint: `Reopen it first: holdfast ticket reopen ${ticket.id}`,
    });
  }
  const shared = await claimInFleet(context, path, owner, options.term);
  if (!shared.won) {
    return {
      text: `${ticket.id} is claimed by ${shared.holder} in the fleet (until ${userTime(shared.until)}).`,
      failed: true,
      data: { id: ticket.id, path, won: false, owner: shared.holder, until: shared.until },
    };
  }
  const claim = claimTicket(tickets, path, {
    owner,
    ...(options.pid !== undefined && { pid: options.pid }),
    ...(options.term !== undefined && { termMs: options.term }),
    place: placeOf(context, tickets.processes),
    ...(options.takeOver && { takesOver: true }),
  });
  if (!claim.won && claim.elsewhere) {
    const { session, parent } = claim.elsewhere;
    const where = session === undefined ? `process ${parent?.pid}` : `session ${session}`;
    return {
      text: `${ticket.id} is ${owner}'s already, since ${userTime(claim.since)}, claimed in another place (${where}). If nobody works on it there any more: holdfast ticket claim ${ticket.id} --owner ${quotedWord(owner)} --take-over`,
      failed: true,
      data: {
        id: ticket.id,
        path,
        won: false,
        owner,
        since: claim.since,
        elsewhere: session ?? `${parent?.pid}`,
      },
    };
  }
  if (!claim.won) {
    return {
      text: `${ticket.id} is claimed by ${claim.owner} (since ${userTime(claim.since)}).`,
      failed: true,
      data: { id: ticket.id, path, won: false, owner: claim.owner, since: claim.since },
    };
  }
  return {
    text: claim.again
      ? `${ticket.id} is ${owner}'s already, since ${userTime(claim.since)}: ${path}`
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
