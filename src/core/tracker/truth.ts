import { progressEntry } from '../ticket/progress.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { trackerText } from './message.ts';

/** What is so now of a ticket, on one line. */
export function truthOf(ticket: Ticket): string {
  const last = ticket.progress.at(-1);
  const parts = [
    `${ticket.status ?? 'queued'}: ${ticket.title}`,
    ticket.phase && `phase: ${ticket.phase}`,
    ticket.objective && `objective: ${ticket.objective}`,
    ticket.result === undefined && ticket.nextAction ? `next: ${ticket.nextAction}` : '',
    last && `last: ${progressEntry(last).text}`,
    ticket.result && `result: ${ticket.result}`,
  ];
  return trackerText(parts.filter(Boolean).join('. '));
}
