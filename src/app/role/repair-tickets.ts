import { fingerprint } from '../../core/hash.ts';
import { isChanging } from '../../core/recovery/gate.ts';
import { setStatus } from '../../core/ticket/edit.ts';
import { judgeEdit, lostProgress } from '../../core/ticket/judge-edit.ts';
import { parseTicketFile } from '../../core/ticket/parse.ts';
import { moveFault } from '../../core/ticket/status.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { HookContext, HookTickets } from '../hook/context.ts';
import { changeTicket, keepVersion } from '../ticket/change.ts';
import { leaseName } from '../ticket/leases.ts';
import { editMessages } from '../tracker/ticket-messages.ts';
import { checkedIn } from './judge-call.ts';
import { keepTicket, keptTicket } from './ticket-copy.ts';
import { ticketsOf, type WatchedTicket } from './watched-tickets.ts';

/** What was wrong with a ticket after a call, and what was done about it. */
export interface TicketFinding {
  path: string;
  /** False where it can only be said. */
  repaired: boolean;
  why: string;
  /** It stays so until somebody fixes it, whatever comes next. */
  lasting?: true;
  /** Where the version is kept that the call wrote, below the state folder. */
  kept?: string;
}

/** What became of the tickets that a call may have touched. */
export interface TicketsAfter {
  findings: TicketFinding[];
  /** Tickets that the call moved to another status, one plain sentence each. */
  moved: string[];
}

/**
 * Looks at tickets after a call that may have changed them, and repairs what no gate held back: entries of progress that
 * are gone come back, a status that cannot follow its own is set back, and what was written instead is kept.
 */
export function repairTickets(
  context: HookContext,
  tickets: HookTickets,
  call: ToolCall,
): TicketsAfter {
  const after: TicketsAfter = { findings: [], moved: [] };
  if (!isChanging(call, context.config.readOnlyTools)) return after;
  for (const ticket of ticketsOf(context, call)) {
    try {
      takeTicket(context, tickets, ticket, after);
    } catch (error) {
      // A ticket that cannot be written is told, and the work goes on.
      const why = error instanceof Error ? error.message : 'unknown fault';
      after.findings.push({ path: ticket.path, repaired: false, why, lasting: true });
    }
  }
  return after;
}

/** What a call left in place of the ticket is none any more, or another one: the ticket comes back whole. */
function putBack(tickets: HookTickets, path: string, kept: string, text: string): TicketFinding {
  const version = keepVersion(tickets, leaseName(path), text);
  changeTicket(tickets, path, () => kept);
  const why =
    'It had been overwritten by something else, its progress with it; it is as it was before.';
  return { path, repaired: true, why, kept: version };
}

function takeTicket(
  context: HookContext,
  tickets: HookTickets,
  { path, text, linked, named }: WatchedTicket,
  after: TicketsAfter,
): void {
  if (linked) {
    const why =
      'A symbolic link has replaced it; a ticket must be a regular file. Restore the file.';
    after.findings.push({ path, repaired: false, why, lasting: true });
    return;
  }
  const kept = keptTicket(tickets.state, path);
  if (text === undefined) {
    if (kept === undefined || !tickets.ticketDisk.create(path, kept)) return;
    after.findings.push({ path, repaired: true, why: 'It was deleted, and is there again.' });
    return;
  }
  if (kept === text) return;
  if (kept === undefined) {
    const why = named ? judgeEdit(undefined, text, path, checkedIn(context, tickets)) : undefined;
    if (why !== undefined) after.findings.push({ path, repaired: false, why });
    keepTicket(tickets.state, path, text);
    return;
  }
  if (lostProgress(kept, text, path).length > 0) {
    const { restored, keptAs } = changeTicket(tickets, path, (now) => now);
    if (restored.length === 0) {
      after.findings.push(putBack(tickets, path, kept, text));
      return;
    }
    const lines = restored.length === 1 ? 'line' : 'lines';
    const why = `${restored.length} ${lines} of Progress had been deleted or rewritten; put back as they were. Progress is only ever added to.`;
    after.findings.push({ path, repaired: true, why, ...(keptAs ? { kept: keptAs } : {}) });
    return;
  }
  const from = parseTicketFile(kept, path).status;
  const to = parseTicketFile(text, path).status;
  const fault = from && to && moveFault(from, to);
  if (fault) {
    changeTicket(tickets, path, (now) => setStatus(now, from));
    after.findings.push({ path, repaired: true, why: `${fault} It is ${from} again.` });
    return;
  }
  const why = judgeEdit(kept, text, path, checkedIn(context, tickets));
  if (why !== undefined) after.findings.push({ path, repaired: false, why });
  tellTracker(context, kept, text, path);
  if (from !== to && to !== undefined) {
    after.moved.push(`the ticket ${parseTicketFile(text, path).id} is ${to}`);
  }
  keepTicket(tickets.state, path, text);
}

/** An edit of the agent's own tells a tracker what our commands would. */
function tellTracker(
  { tracker, patterns }: HookContext,
  before: string,
  after: string,
  path: string,
): void {
  if (tracker === undefined) return;
  const messages = editMessages(before, after, path, patterns);
  if (messages.length > 0) tracker.post(messages, `${path} ${fingerprint(after)}`);
}
