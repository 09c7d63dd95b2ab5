import type { SeenMachine } from '../../app/fleet/ports.ts';
import type { FleetView } from '../../app/fleet/view.ts';
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
import { connectionString, type FleetContext, fleetContext, sideHere } from './fleet-context.ts';
import { fleetFolder, joinedFleet } from './fleet-joined.ts';
import {
  ago,
  type Lag,
  lastText,
  leasesText,
  machinesText,
  reportsText,
  sentText,
  ticketsText,
  waitsText,
} from './fleet-text.ts';
import { fleetOutbox, fleetView } from './fleet-view.ts';

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

/** From what was kept at the last sync: nothing waits for the network, and a project without a fleet is no fault. */
function showLocal(context: CliContext): Outcome {
  const joined = joinedFleet(context);
  if (joined === undefined) {
    return { text: `${context.project} has not joined a fleet.`, data: { joined: false } };
  }
  const side = sideHere(context, joined);
  const { waits, lag, sent } = waitingHere(context, side, side.mirror.seen());
  const view = fleetView(context);
  const machines = agedMachines(context, view);
  const leases = view?.leases ?? [];
  const reports = view?.reports ?? [];
  const { project, machine } = joined;
  const parts = [
    `${project}, this machine is ${machine}, as it was ${view === undefined ? 'never seen' : ago(sinceView(context, view))}`,
    machinesText(machines, leases),
    ...leasesText(leases),
    ...reportsText(reports),
    [...sentText(sent), waitsText(waits, lag), lastText(lag)].join('\n'),
  ];
  return {
    text: withoutControls(parts.join('\n\n')),
    verbatim: true,
    data: {
      joined: true,
      project,
      machine,
      machines: withLeases(machines, leases),
      leases,
      reports,
      sent,
      waits,
      ...lag,
    },
  };
}

function sinceView(context: CliContext, view: FleetView): number {
  return Math.max(0, context.install.clock.now().getTime() - Date.parse(view.at));
}

/** The machines of the last sync, each as long ago as it is by now. */
function agedMachines(context: CliContext, view: FleetView | undefined): SeenMachine[] {
  if (view === undefined) return [];
  const more = sinceView(context, view);
  return view.machines.map((one) => ({ ...one, ageMs: one.ageMs + more }));
}

function withLeases(
  machines: readonly SeenMachine[],
  tickets: readonly { lease?: { machine: string } }[],
) {
  return machines.map((one) => ({
    ...one,
    leases: tickets.filter(({ lease }) => lease?.machine === one.machine).length,
  }));
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

/** How far what is here lies behind. */
function waitingHere(
  context: CliContext,
  { here, tickets }: Pick<FleetContext, 'here' | 'tickets'>,
  seen: { here: Record<string, string> },
): { waits: string[]; lag: Lag; sent: { machine: string; worker: string; state: string }[] } {
  const waits = here
    .revisions()
    .filter(({ id, revision }) => seen.here[id] !== revision)
    .map(({ id }) => id);
  const { disk, clock } = context.install;
  const now = clock.now().getTime();
  const ageOf = (path: string | undefined): number | undefined => {
    const changed = path === undefined ? undefined : disk.stat(path)?.modifiedMs;
    return changed === undefined ? undefined : Math.max(0, Math.round(now - changed));
  };
  const ages = waits.flatMap((id) => ageOf(here.pathOf(id)) ?? []);
  const folder = `${context.paths.home}/${fleetFolder(tickets.place.project)}`;
  const syncedMs = ageOf(`${folder}/seen.json`);
  const waiting = fleetOutbox(context)
    .waiting()
    .map(({ machine, worker }) => ({ machine, worker, state: 'waiting' }));
  return {
    waits,
    lag: {
      ...(ages.length > 0 && { oldestMs: Math.max(...ages) }),
      ...(syncedMs !== undefined && { syncedMs }),
    },
    sent: [...(fleetView(context)?.sent ?? []), ...waiting],
  };
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
