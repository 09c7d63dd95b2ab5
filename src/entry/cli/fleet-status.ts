import type { SeenMachine, TicketRow } from '../../app/fleet/ports.ts';
import { Fault } from '../../core/errors.ts';
import { fleetAddress, shownAddress } from '../../core/fleet/address.ts';
import { ticketStatuses } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { isUnreachable } from '../../fleet-db/database.ts';
import { levelOf } from '../../fleet-db/members.ts';
import { checkVersion } from '../../fleet-db/migrate.ts';
import { progressRows } from '../../fleet-db/progress.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { connectionString, fleetContext } from './fleet-context.ts';
import { type Column, table } from './table.ts';

/** Shows who is there, who works on what, and what waits here. */
export async function showFleet(context: CliContext): Promise<Outcome> {
  const fleet = fleetContext(context, { connectMs: 5_000, answerMs: 5_000 });
  const { joined, there, here, sync, database } = fleet;
  const seen = sync.mirror.seen();
  const waiting = here.revisions().filter(({ id, revision }) => seen.here[id] !== revision);
  const waits = waiting.map(({ id }) => id);
  const where = shownAddress(fleetAddress(connectionString(context, joined.file)));
  const head = `${joined.project}, this machine is ${joined.machine}: ${where}`;
  const here_ =
    waits.length === 0
      ? 'Nothing waits here.'
      : `${counted(waits.length, 'ticket')} changed here and not sent yet: ${waits.slice(0, 10).join(', ')}${waits.length > 10 ? ', …' : ''}`;
  try {
    const { version } = await checkVersion(database);
    const level = await levelOf(database, joined.project);
    const machines = await there.machines();
    const tickets = await there.list();
    return {
      text: withoutControls(
        [`${head} (${level})`, machinesText(machines), ticketsText(tickets), here_].join('\n\n'),
      ),
      verbatim: true,
      data: { ...joined, where, reachable: true, version, level, machines, tickets, waits },
    };
  } catch (error) {
    if (!isUnreachable(error) || !(error instanceof Fault)) throw error;
    return {
      text: withoutControls([head, error.message, here_].join('\n\n')),
      verbatim: true,
      data: { ...joined, where, reachable: false, waits },
      failed: true,
    };
  } finally {
    await database.close();
  }
}

function machinesText(machines: readonly SeenMachine[]): string {
  if (machines.length === 0) return 'No machine was seen yet.';
  const rows = machines.map(({ machine, labels, most, running, ageMs }) => [
    machine,
    labels.join(','),
    most === 0 ? '-' : `${running} of ${most}`,
    ago(ageMs),
  ]);
  return table(columns('machine', 'labels', 'workers', 'seen'), rows, 100);
}

function ticketsText(tickets: readonly TicketRow[]): string {
  const counts = ticketStatuses.flatMap((status) => {
    const count = tickets.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const held = tickets.filter(({ lease }) => lease !== undefined);
  const rows = held.map(({ id, status, lease }) => [
    id,
    status,
    lease!.worker,
    lease!.machine,
    userTime(lease!.until),
  ]);
  const head = `${counted(tickets.length, 'ticket')}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
  return rows.length === 0
    ? head
    : `${head}\n\n${table(columns('ticket', 'status', 'worker', 'machine', 'lease until'), rows, 120)}`;
}

function columns(...titles: string[]): Column[] {
  return titles.map((title) => ({ title, flexible: title === 'ticket' || title === 'labels' }));
}

function ago(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1000)} s ago`;
  return ms < 5_400_000
    ? `${Math.round(ms / 60_000)} min ago`
    : `${Math.round(ms / 3_600_000)} h ago`;
}

/** Prints all shared tickets whole, with what the database knows of each line: which machine and role reported it, and when. */
export async function exportFleet(context: CliContext): Promise<Outcome> {
  const fleet = fleetContext(context);
  try {
    const lines = await progressRows(fleet.database, fleet.joined.project);
    const tickets = [];
    for (const { id, lease } of await fleet.there.list()) {
      const ticket = await fleet.there.read(id);
      if (ticket === undefined) continue;
      const reported = lines
        .filter((one) => one.ticket === id)
        .map(({ ticket: _, ...line }) => line);
      tickets.push({ id, text: ticket.text, ...(lease && { lease }), reported });
    }
    const data = { project: fleet.joined.project, tickets };
    return { text: JSON.stringify(data, null, 2), verbatim: true, data };
  } finally {
    await fleet.database.close();
  }
}
