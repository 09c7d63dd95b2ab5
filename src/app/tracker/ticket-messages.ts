import { isTaskId, type TrackerMessage, trackerText } from '../../core/tracker/message.ts';
import { truthOf } from '../../core/tracker/truth.ts';
import { redact } from '../../core/trust/redact.ts';
import type { TicketChange } from '../ticket/actions.ts';

/** What a tracker is told of a step of a ticket that names its task there: the log line, the move, and what is so now. */
export function ticketMessages(
  change: TicketChange,
  patterns: readonly RegExp[],
): TrackerMessage[] {
  const { ticket, kind, text } = change;
  const id = ticket.tracker;
  if (id === undefined || !isTaskId(id)) return [];
  const clean = trackerText(redact(text, patterns));
  const log: TrackerMessage = { what: 'log', id, text: clean };
  const status: TrackerMessage[] =
    kind === 'moved' ? [{ what: 'status', id, text: clean, status: ticket.status }] : [];
  return [log, ...status, { what: 'truth', id, text: redact(truthOf(ticket), patterns) }];
}
