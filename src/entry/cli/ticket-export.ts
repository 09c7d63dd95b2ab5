import { boardOf } from '../../app/ticket/board.ts';
import { readTicket, ticketPaths } from '../../app/ticket/store.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { boardCache, ticketContext, ticketPath } from './ticket-deps.ts';

export function exportTickets(
  context: CliContext,
  options: { format: 'json' | 'markdown' },
  named: string[],
): Outcome {
  const tickets = ticketContext(context);
  const ids = (named as (string | string[])[]).flat();
  const { project } = tickets.place;
  const cache = boardCache(context, project);
  const board =
    ids.length > 0 ? [] : boardOf(tickets, project, cache, tickets.clock.now().getTime());
  const broken = board.filter((each) => 'problem' in each);
  const unusable = new Set(broken.map((each) => each.path));
  const paths =
    ids.length > 0
      ? ids.map((each) => ticketPath(tickets, each))
      : ticketPaths(tickets.files, project).filter((path) => !unusable.has(path));
  const found = paths.map((path) => readTicket(tickets, path));
  const text =
    options.format === 'json'
      ? JSON.stringify(
          found.map(({ path, text: whole, ticket }) => ({
            path,
            ...ticket,
            status: ticket.status ?? null,
            text: whole,
          })),
          null,
          2,
        )
      : found.map(({ text: whole }) => whole.replace(/^\uFEFF/, '').trimEnd()).join('\n\n');
  return {
    text,
    verbatim: true,
    ...(broken.length > 0 && {
      warning: broken
        .map((each) => `Left out: ${each.path}: ${'problem' in each ? each.problem : ''}`)
        .join('\n'),
    }),
  };
}
