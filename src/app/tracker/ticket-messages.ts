import { lostProgress } from '../../core/ticket/judge-edit.ts';
import { parseTicketFile } from '../../core/ticket/parse.ts';
import { progressEntry } from '../../core/ticket/progress.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { isTaskId, type TrackerMessage, trackerText } from '../../core/tracker/message.ts';
import { truthOf } from '../../core/tracker/truth.ts';
import { redact } from '../../core/trust/redact.ts';
import type { TicketChange } from '../ticket/actions.ts';

/**
 * What a tracker is told of a step of a ticket that names its task there: the log line, which at an end tells all that is
 * so of the ticket, and the move. What describes the task there stays as it is: it may hold a hand-over that somebody wrote.
 */
export function ticketMessages(
  change: TicketChange,
  patterns: readonly RegExp[],
): TrackerMessage[] {
  const { ticket, kind, text } = change;
  const id = ticket.tracker;
  if (id === undefined || !isTaskId(id)) return [];
  const clean = trackerText(redact(text, patterns));
  const ended = kind === 'moved' && isEnd(ticket.status);
  const log: TrackerMessage = {
    what: 'log',
    id,
    text: ended ? redact(truthOf(ticket), patterns) : clean,
  };
  const status: TrackerMessage[] =
    kind === 'moved' ? [{ what: 'status', id, text: clean, status: ticket.status }] : [];
  return [log, ...status];
}

/** The same of an edit that an agent made itself: each line that it added to Progress, and the move. */
export function editMessages(
  before: string,
  after: string,
  path: string,
  patterns: readonly RegExp[],
): TrackerMessage[] {
  const ticket = parseTicketFile(after, path);
  const id = ticket.tracker;
  if (id === undefined || !isTaskId(id)) return [];
  const line = (text: string) => trackerText(redact(text, patterns));
  const log = lostProgress(after, before, path).map(
    (entry): TrackerMessage => ({ what: 'log', id, text: line(progressEntry(entry).text) }),
  );
  const { status } = ticket;
  const moved = status !== undefined && status !== parseTicketFile(before, path).status;
  if (log.length === 0 && !moved) return [];
  const last = log.at(-1)?.text ?? status ?? '';
  return [
    ...log,
    ...(moved && isEnd(status)
      ? [{ what: 'log' as const, id, text: redact(truthOf(ticket), patterns) }]
      : []),
    ...(moved ? [{ what: 'status' as const, id, text: last, status }] : []),
  ];
}

function isEnd(status: Ticket['status']): boolean {
  return status === 'done' || status === 'failed' || status === 'abandoned';
}
