import type { SeenMachine } from '../../app/fleet/ports.ts';
import type { FleetView } from '../../app/fleet/view.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { type SideHere, sideHere } from './fleet-here.ts';
import { fleetFolder, joinedFleet } from './fleet-joined.ts';
import {
  ago,
  type Lag,
  lastText,
  leasesText,
  machinesText,
  reportsText,
  sentText,
  waitsText,
} from './fleet-text.ts';
import { fleetOutbox, fleetView } from './fleet-view.ts';

/** The part of `holdfast fleet` that the daemon answers the page by: it holds no database's library. */
export const addFleetLocal: AddCommand = (program, bind) => {
  const fleet = program.command('fleet');
  const status = fleet.command('status').option('--local').option('--json');
  bind(status, showLocal);
};

/** From what was kept at the last sync: nothing waits for the network, and a project without a fleet is no fault. */
export function showLocal(context: CliContext): Outcome {
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

export function withLeases(
  machines: readonly SeenMachine[],
  tickets: readonly { lease?: { machine: string } }[],
) {
  return machines.map((one) => ({
    ...one,
    leases: tickets.filter(({ lease }) => lease?.machine === one.machine).length,
  }));
}

/** How far what is here lies behind. */
export function waitingHere(
  context: CliContext,
  { here, tickets }: Pick<SideHere, 'here' | 'tickets'>,
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
