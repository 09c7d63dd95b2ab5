import { join } from 'node:path';
import { boardOf } from '../../app/ticket/board.ts';
import type { BoardEntry } from '../../app/ticket/board-cache.ts';
import { leaseOf, leaseTest } from '../../app/ticket/leases.ts';
import { ticketFolder } from '../../app/ticket/place.ts';
import type { KnownWorker } from '../../app/worker/records.ts';
import { isClosed } from '../../core/ticket/status.ts';
import { type TicketStatus, ticketStatuses } from '../../core/ticket/ticket.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { clearScreen } from '../../platform/process.ts';
import { showsOutput, watchFolder } from '../../platform/watch-folder.ts';
import { paint } from './colour.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { table } from './table.ts';
import { boardCache, type TicketContext, ticketContext } from './ticket-deps.ts';
import { endedOwner, lastWorkers } from './ticket-worker.ts';

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
  const lastWorker = lastWorkers(context);
  const rows = wanted.map((entry) => ({
    entry,
    owner: ownerName(tickets, entry, mayBeHeld) ?? endedOwnerOf(entry, lastWorker),
  }));
  const broken = entries.filter((entry) => 'problem' in entry);
  return {
    verbatim: true,
    ...(broken.length > 0 && { warning: broken.map(problemText).join('\n') }),
    // Of a large board either takes as long as the reading of it.
    ...(options.json
      ? { text: '', data: rows.map(({ entry, owner }) => dataOf(entry, owner)) }
      : { text: rows.length === 0 ? none(tickets, options) : boardText(context, rows, entries) }),
  };
}

function dataOf(entry: BoardEntry, owner: string | undefined): object {
  if ('problem' in entry) return { path: entry.path, problem: entry.problem };
  const { glance, path } = entry;
  return { ...glance, status: glance.status ?? null, owner: owner ?? null, path };
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

/** Of a ticket that is begun and that nobody holds: its worker, and how that ended. */
function endedOwnerOf(
  entry: BoardEntry,
  lastWorker: (path: string) => KnownWorker | undefined,
): string | undefined {
  return 'glance' in entry ? endedOwner(entry.glance.status, lastWorker(entry.path)) : undefined;
}

const cells = [
  { title: '' },
  { title: '', flexible: true },
  { title: '' },
  { title: '', flexible: true },
  // How its worker ended: never cut.
  { title: '' },
  { title: '', flexible: true },
];

/** `all`: the tickets of the project, by which a queued one waits for others. */
function boardText(
  context: CliContext,
  rows: { entry: BoardEntry; owner?: string }[],
  all: readonly BoardEntry[],
): string {
  const groups = new Map<TicketStatus | undefined, string[][]>();
  const done = new Set(
    all.flatMap((entry) =>
      'glance' in entry && entry.glance.status === 'done' ? [entry.glance.id] : [],
    ),
  );
  for (const { entry, owner = '' } of rows) {
    if (!('glance' in entry)) continue;
    const { id, title, status, host = '', dependsOn } = entry.glance;
    const open = status === 'queued' ? dependsOn.filter((each) => !done.has(each)) : [];
    const phase = open.length === 0 ? (entry.glance.phase ?? '') : `waits for ${open.join(', ')}`;
    const group = groups.get(status);
    const [, name = owner, ended = ''] = /^(.*) (\(\w+\))$/.exec(owner) ?? [];
    const row = [` ${id}`, title, host, name, ended, phase];
    if (group) group.push(row);
    else groups.set(status, [row]);
  }
  const parts = [...ticketStatuses, undefined].flatMap((status) => {
    const group = groups.get(status);
    return group ? [groupText(context, status ?? 'no status', group)] : [];
  });
  return parts.join('\n\n');
}

function groupText(context: CliContext, name: string, group: string[][]): string {
  const title = `${name} (${group.length})`;
  const isUsed = cells.map((_, at) => at < 2 || group.some((row) => row[at] !== ''));
  const whole = isUsed.every((used) => used);
  const columns = cells.filter((_, at) => isUsed[at]);
  const shown = whole ? group : group.map((row) => row.filter((_, at) => isUsed[at]));
  const lines = table(columns, shown, context.width);
  const body = withoutControls(lines.slice(lines.indexOf('\n') + 1));
  return `${paint(name === 'failed' ? 'red' : 'bold', title, context.colour)}\n${body}`;
}

function problemText(entry: BoardEntry): string {
  return `${entry.path} is no ticket: ${'problem' in entry ? entry.problem : ''}`;
}

function none(tickets: TicketContext, options: ListOptions): string {
  if (options.status) return `No ticket is ${options.status}.`;
  return `There is no ticket in ${ticketFolder(tickets.place.project)}.\nCreate one with: holdfast ticket new "what is to be done"`;
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
    if (showsOutput() && !options.json) clearScreen();
    context.say(`${now}\n`);
  });
}
