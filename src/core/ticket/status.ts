import { withoutEnds } from '../text/ends.ts';
import { type TicketStatus, ticketStatuses } from './ticket.ts';

/** Words that others use for where a ticket stands. */
const otherWords: Record<string, TicketStatus> = {
  todo: 'queued',
  'to-do': 'queued',
  open: 'queued',
  new: 'queued',
  pending: 'queued',
  ready: 'queued',
  backlog: 'queued',
  draft: 'queued',
  assigned: 'claimed',
  wip: 'in-progress',
  doing: 'in-progress',
  started: 'in-progress',
  active: 'in-progress',
  working: 'in-progress',
  ongoing: 'in-progress',
  inprogress: 'in-progress',
  'on-hold': 'blocked',
  waiting: 'blocked',
  stuck: 'blocked',
  'in-review': 'review',
  reviewing: 'review',
  'needs-review': 'review',
  complete: 'done',
  completed: 'done',
  finished: 'done',
  closed: 'done',
  resolved: 'done',
  merged: 'done',
  failure: 'failed',
  cancelled: 'abandoned',
  canceled: 'abandoned',
  wontfix: 'abandoned',
  'wont-fix': 'abandoned',
  dropped: 'abandoned',
};

/** A status by its word in a file, in any of the usual forms (`In Progress`, `✅ DONE`); undefined when it is none. */
export function statusOf(text: string): TicketStatus | undefined {
  const word = withoutEnds(text, /[^\p{L}]/u)
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  const own = ticketStatuses.find((status) => status === word);
  return own ?? (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined);
}

const moves: Record<TicketStatus, readonly TicketStatus[]> = {
  queued: ['claimed', 'abandoned'],
  claimed: ['in-progress', 'queued', 'blocked', 'failed', 'abandoned'],
  'in-progress': ['blocked', 'review', 'done', 'failed', 'abandoned', 'queued'],
  blocked: ['in-progress', 'claimed', 'queued', 'review', 'failed', 'abandoned'],
  review: ['done', 'in-progress', 'blocked', 'failed', 'abandoned', 'queued'],
  done: ['queued'],
  failed: ['queued'],
  abandoned: ['queued'],
};

/** True for a move that a ticket can make. To stand still is none and always allowed. */
export function canMove(from: TicketStatus, to: TicketStatus): boolean {
  return from === to || moves[from].includes(to);
}

/** Where a ticket can go from here, in order. */
export function movesFrom(from: TicketStatus): readonly TicketStatus[] {
  return moves[from];
}

/** True where the work is over. */
export function isClosed(status: TicketStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'abandoned';
}

/** What is wrong with a move, as a sentence with the next step; undefined when it can be made. */
export function moveFault(from: TicketStatus, to: TicketStatus): string | undefined {
  if (canMove(from, to)) return undefined;
  if (isClosed(from)) return `A ticket that is ${from} must be reopened first; it goes to queued.`;
  if (from === 'queued') return `A ticket that is queued must be claimed before it is ${to}.`;
  const can = movesFrom(from).join(', ');
  return `A ticket cannot go from ${from} to ${to}. From ${from} it can go to: ${can}.`;
}
