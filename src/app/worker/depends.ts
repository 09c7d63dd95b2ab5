import { Fault } from '../../core/errors.ts';
import { cyclesIn } from '../../core/ticket/depend.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import type { Clock } from '../ports.ts';
import { boardOf } from '../ticket/board.ts';
import type { TicketReading } from '../ticket/store.ts';

/** What tickets say now counts, not what they said when somebody looked. */
const noCache = { read: () => undefined, write() {} };

/**
 * Ids of the tickets that must be done before this one and are not. Throws a Fault when one of them can no more be done, is
 * not there, or when they go round in a circle.
 */
export function openDependencies(
  deps: TicketReading & { clock: Clock },
  project: string,
  ticket: Ticket,
): string[] {
  if (ticket.dependsOn.length === 0) return [];
  const now = deps.clock.now().getTime();
  const board = boardOf(deps, project, noCache, now).flatMap((entry) =>
    'glance' in entry ? [entry.glance] : [],
  );
  const others = board.filter(({ id }) => id !== ticket.id);
  const circle = cyclesIn([...others, ticket]).find((each) => each.includes(ticket.id));
  if (circle) {
    throw new Fault(
      'refused',
      `${ticket.id} depends on itself: ${[...circle, circle[0]].join(' → ')}.`,
      { hint: `Remove one: holdfast ticket edit ${ticket.id}` },
    );
  }
  return ticket.dependsOn.filter((id) => {
    const found = others.filter((each) => each.id === id);
    if (found.length === 0) {
      throw new Fault('not-found', `${ticket.id} depends on ${id}, which does not exist.`, {
        hint: `Create it, or remove it: holdfast ticket edit ${ticket.id}`,
      });
    }
    const hopeless = found.find(({ status }) => status === 'failed' || status === 'abandoned');
    if (hopeless) {
      throw new Fault('refused', `${ticket.id} depends on ${id}, which is ${hopeless.status}.`, {
        hint: `Reopen it with "holdfast ticket reopen ${id}", or remove it.`,
      });
    }
    return !found.some(({ status }) => status === 'done');
  });
}
