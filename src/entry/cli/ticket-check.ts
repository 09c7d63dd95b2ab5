import { checkTickets } from '../../app/ticket/board.ts';
import { ticketPaths } from '../../app/ticket/store.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { ticketContext, ticketPath } from './ticket-deps.ts';

export function checkTicketFiles(context: CliContext, _options: object, named: string[]): Outcome {
  const tickets = ticketContext(context);
  const all = ticketPaths(tickets.files, tickets.place.project);
  const ids = (named as (string | string[])[]).flat();
  const paths = ids.length > 0 ? ids.map((each) => ticketPath(tickets, each)) : all;
  const faults = checkTickets(tickets, paths, all, tickets.check);
  const lines = faults.map(({ path, line, what }) =>
    what.startsWith(path) ? what : `${path}:${line}: ${what}`,
  );
  return {
    text: lines.length > 0 ? lines.join('\n') : `${counted(paths.length, 'ticket')}, no problems.`,
    failed: faults.length > 0,
    data: { checked: paths.length, faults },
  };
}
