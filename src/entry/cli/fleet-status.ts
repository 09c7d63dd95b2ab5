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
import { connectionString, type FleetContext, fleetContext } from './fleet-context.ts';
import { fleetFolder } from './fleet-joined.ts';
import { type Column, table } from './table.ts';

/** Shows who is there, who works on what, and what waits here. */
export async function showFleet(context: CliContext): Promise<Outcome> {
  const fleet = fleetContext(context, { connectMs: 5_000, answerMs: 5_000 });
  const { joined, there, here, sync, database } = fleet;
  const seen = sync.mirror.seen();
  const waiting = here.revisions().filter(({ id, revision }) => seen.here[id] !== revision);
  const waits = waiting.map(({ id }) => id);
  const lag = lagOf(context, fleet, waits);
  const where = shownAddress(fleetAddress(connectionString(context, joined.file)));
  const head = `${joined.project}, this machine is ${joined.machine}: ${where}`;
  const here_ = `${waitsText(waits, lag)}\n${lastText(lag)}`;
  try {
    const { version } = await checkVersion(database);
    const level = await levelOf(database, joined.project);
    const machines = await there.machines();
    const tickets = await there.list();
    return {
      text: withoutControls(
        [`${head} (${level})`, machinesText(machines, tickets), ticketsText(tickets), here_].join(
          '\n\n',
        ),
      ),
      verbatim: true,
      data: {
        ...joined,
        where,
        reachable: true,
        version,
        level,
        machines: machines.map((one) => ({ ...one, leases: leasesOf(one, tickets).length })),
        tickets,
        waits,
        ...lag,
      },
    };
  } catch (error) {
    if (!isUnreachable(error) || !(error instanceof Fault)) throw error;
    return {
      text: withoutControls([head, error.message, here_].join('\n\n')),
      verbatim: true,
      data: { ...joined, where, reachable: false, waits, ...lag },
      failed: true,
    };
  } finally {
    await database.close();
  }
}

/** How far what is here lies behind. */
interface Lag {
  /** Milliseconds since the oldest change that waits to be sent. */
  oldestMs?: number;
  /** Milliseconds since this machine and the fleet were brought together last. */
  syncedMs?: number;
}

function lagOf(context: CliContext, { here, tickets }: FleetContext, waits: string[]): Lag {
  const { disk, clock } = context.install;
  const now = clock.now().getTime();
  const ageOf = (path: string | undefined): number | undefined => {
    const changed = path === undefined ? undefined : disk.stat(path)?.modifiedMs;
    return changed === undefined ? undefined : Math.max(0, Math.round(now - changed));
  };
  const ages = waits.flatMap((id) => ageOf(here.pathOf(id)) ?? []);
  const folder = `${context.paths.home}/${fleetFolder(tickets.place.project)}`;
  const syncedMs = ageOf(`${folder}/seen.json`);
  return {
    ...(ages.length > 0 && { oldestMs: Math.max(...ages) }),
    ...(syncedMs !== undefined && { syncedMs }),
  };
}

function waitsText(waits: readonly string[], { oldestMs }: Lag): string {
  if (waits.length === 0) return 'Nothing waits here.';
  const names = `${waits.slice(0, 10).join(', ')}${waits.length > 10 ? ', …' : ''}`;
  const since = oldestMs === undefined ? '' : `, the oldest ${ago(oldestMs)}`;
  return `${counted(waits.length, 'ticket')} changed here and not sent yet${since}: ${names}`;
}

function lastText({ syncedMs }: Lag): string {
  return syncedMs === undefined
    ? 'Never sent and fetched yet.'
    : `Last sent and fetched ${ago(syncedMs)}.`;
}

function leasesOf({ machine }: SeenMachine, tickets: readonly TicketRow[]): TicketRow[] {
  return tickets.filter(({ lease }) => lease?.machine === machine);
}

function machinesText(machines: readonly SeenMachine[], tickets: readonly TicketRow[]): string {
  if (machines.length === 0) return 'No machine was seen yet.';
  const rows = machines.map((one) => [
    one.machine,
    one.labels.join(','),
    // One that takes no tickets by itself has no limit.
    one.most === 0 ? `${one.running}` : `${one.running} of ${one.most}`,
    `${leasesOf(one, tickets).length}`,
    ago(one.ageMs),
  ]);
  return table(columns('machine', 'labels', 'workers', 'leases', 'seen'), rows, 100);
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
