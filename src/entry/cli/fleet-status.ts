import { Fault } from '../../core/errors.ts';
import { fleetAddress, shownAddress } from '../../core/fleet/address.ts';
import type { SeenReport } from '../../core/fleet/report.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { isUnreachable } from '../../fleet-db/database.ts';
import { levelOf } from '../../fleet-db/members.ts';
import { checkVersion } from '../../fleet-db/migrate.ts';
import { progressRows } from '../../fleet-db/progress.ts';
import { fleetReports } from '../../fleet-db/reports.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { connectionString, type FleetContext, fleetContext } from './fleet-context.ts';
import { showLocal, waitingHere, withLeases } from './fleet-local.ts';
import {
  lastText,
  machinesText,
  reportsText,
  sentText,
  ticketsText,
  waitsText,
} from './fleet-text.ts';

/** Shows who is there, who works on what, and what waits here; with `local` as it was seen at the last sync. */
export async function showFleet(
  context: CliContext,
  options: { local?: boolean },
): Promise<Outcome> {
  return options.local ? showLocal(context) : showConnected(context);
}

async function showConnected(context: CliContext): Promise<Outcome> {
  const fleet = fleetContext(context, { connectMs: 5_000, answerMs: 5_000 });
  const { joined, there, database } = fleet;
  const { waits, lag, sent } = waitingHere(context, fleet, fleet.sync.mirror.seen());
  const where = shownAddress(fleetAddress(connectionString(context, joined.file)));
  const head = `${joined.project}, this machine is ${joined.machine}: ${where}`;
  const here = [...sentText(sent), waitsText(waits, lag), lastText(lag)].join('\n');
  try {
    const { version } = await checkVersion(database);
    const level = await levelOf(database, joined.project);
    const machines = await there.machines();
    const tickets = await there.list();
    const reports = await reportsIn(fleet);
    const parts = [
      `${head} (${level})`,
      machinesText(machines, tickets),
      ticketsText(tickets),
      ...reportsText(reports),
      here,
    ];
    return {
      text: withoutControls(parts.join('\n\n')),
      verbatim: true,
      data: {
        ...joined,
        where,
        reachable: true,
        version,
        level,
        machines: withLeases(machines, tickets),
        tickets,
        reports,
        sent,
        waits,
        ...lag,
      },
    };
  } catch (error) {
    if (!isUnreachable(error) || !(error instanceof Fault)) throw error;
    return {
      text: withoutControls([head, error.message, here].join('\n\n')),
      verbatim: true,
      data: { ...joined, where, reachable: false, sent, waits, ...lag },
      failed: true,
    };
  } finally {
    await database.close();
  }
}

/** Reports of all machines; none where the tables are of the version before. */
async function reportsIn({ database, joined }: FleetContext): Promise<SeenReport[]> {
  try {
    return await fleetReports(database, joined).reports();
  } catch (error) {
    if (error instanceof Fault && error.code === 'not-found') return [];
    throw error;
  }
}

/**
 * Prints all shared tickets whole, with what the database knows of each line: which machine and role reported it, and when. What
 * machines told of their work is there too.
 */
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
    const data = { project: fleet.joined.project, tickets, reports: await reportsIn(fleet) };
    return { text: JSON.stringify(data, null, 2), verbatim: true, data };
  } finally {
    await fleet.database.close();
  }
}
