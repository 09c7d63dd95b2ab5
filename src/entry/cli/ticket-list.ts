import { join } from 'node:path';
import { boardOf } from '../../app/ticket/board.ts';
import type { BoardEntry } from '../../app/ticket/board-cache.ts';
import { leaseOf, leaseTest } from '../../app/ticket/leases.ts';
import { ticketFolder } from '../../app/ticket/place.ts';
import { isClosed } from '../../core/ticket/status.ts';
import { type TicketStatus, ticketStatuses } from '../../core/ticket/ticket.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { showsOutput, watchFolder } from '../../platform/watch-folder.ts';
import { paint } from './colour.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { table } from './table.ts';
import { boardCache, type TicketContext, ticketContext } from './ticket-deps.ts';

interface ListOptions {
  status?: TicketStatus;
  watch?: boolean;
  json?: boolean;
}

export async function listTickets(context: CliContext, options: ListOptions): Promise<Outcome> {
  const tickets = ticketContext(context);
  if (options.watch) await follow(context, tickets, options);
  return board(context, tickets, options);
}

function board(context: CliContext, tickets: TicketContext, options: ListOptions): Outcome {
  const entries = boardOf(
    tickets,
    tickets.place.project,
    boardCache(context, tickets.place.project),
    tickets.clock.now().getTime(),
  );
  const wanted = entries.filter(
    (entry) => !options.status || ('glance' in entry && entry.glance.status === options.status),
  );
  const mayBeHeld = leaseTest(tickets.files.list(join(context.paths.home, 'leases')));
  const rows = wanted.map((entry) => ({ entry, owner: ownerName(tickets, entry, mayBeHeld) }));
  const broken = entries.filter((entry) => 'problem' in entry);
  return {
    text: wanted.length === 0 ? none(tickets, options) : boardText(context, rows),
    verbatim: true,
    ...(broken.length > 0 && { warning: broken.map(problemText).join('\n') }),
    data: rows.map(({ entry, owner }) =>
      'glance' in entry
        ? {
            ...entry.glance,
            status: entry.glance.status ?? null,
            owner: owner ?? null,
            path: entry.path,
          }
        : { path: entry.path, problem: entry.problem },
    ),
  };
}

function ownerName(
  tickets: TicketContext,
  entry: BoardEntry,
  mayBeHeld: (path: string) => boolean,
): string | undefined {
  if (!('glance' in entry)) return undefined;
  const { status } = entry.glance;
  // What nobody began has no lease to look for.
  if (status === undefined || status === 'queued' || isClosed(status)) return undefined;
  return mayBeHeld(entry.path) ? leaseOf(tickets, entry.path)?.owner : undefined;
}

function boardText(context: CliContext, rows: { entry: BoardEntry; owner?: string }[]): string {
  const parts = [...ticketStatuses, undefined].flatMap((status) => {
    const own = rows.flatMap(({ entry, owner }) =>
      'glance' in entry && entry.glance.status === status ? [{ ...entry.glance, owner }] : [],
    );
    if (own.length === 0) return [];
    const title = `${status ?? 'no status'} (${own.length})`;
    const cells = own.map(({ id, title: text, host, owner, phase }) => [
      ` ${id}`,
      text,
      host ?? '',
      owner ?? '',
      phase ?? '',
    ]);
    const used = [true, true, ...[2, 3, 4].map((at) => cells.some((row) => row[at] !== ''))];
    const columns = [
      { title: '' },
      { title: '', flexible: true },
      { title: '' },
      { title: '', flexible: true },
      { title: '', flexible: true },
    ].filter((_, at) => used[at]);
    const shown = cells.map((row) => row.filter((_, at) => used[at]));
    const [, ...lines] = table(columns, shown, context.width).split('\n');
    return [`${paint('bold', title, context.colour)}\n${withoutControls(lines.join('\n'))}`];
  });
  return parts.join('\n\n');
}

function problemText(entry: BoardEntry): string {
  return `${entry.path} is no ticket: ${'problem' in entry ? entry.problem : ''}`;
}

function none(tickets: TicketContext, options: ListOptions): string {
  if (options.status) return `No ticket is ${options.status}.`;
  return `There is no ticket in ${ticketFolder(tickets.place.project)}.\nMake one with: holdfast ticket new "what is to be done"`;
}

/** Shows the board whenever it changes, until the program is ended; on a terminal in place of what stood there. */
async function follow(
  context: CliContext,
  tickets: TicketContext,
  options: ListOptions,
): Promise<void> {
  let shown = '';
  await watchFolder(ticketFolder(tickets.place.project), 1_000, () => {
    const { text, warning, data } = board(context, tickets, options);
    const now = options.json ? JSON.stringify(data) : [text, warning].filter(Boolean).join('\n\n');
    if (now === shown) return;
    shown = now;
    context.say(`${showsOutput() && !options.json ? '\u001b[H\u001b[2J' : ''}${now}\n`);
  });
}
