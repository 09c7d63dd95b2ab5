import type { MessageState, SeenReport } from '../../core/fleet/report.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';
import type { ToldRuns } from './exchange-runs.ts';
import type { FleetLease, SeenMachine } from './ports.ts';

/** What a machine saw of the others at its last sync. */
export interface FleetView {
  /** ISO time, by this machine's clock. */
  at: string;
  machines: SeenMachine[];
  /** Who works on which ticket. */
  leases: { id: string; status: TicketStatus; lease: FleetLease }[];
  reports: SeenReport[];
  /** Messages that went out from here, the oldest first. */
  sent: SentMessage[];
  /** What this machine told of itself, as it was sent. */
  told?: string;
  /** What this machine told of its runs. */
  runs?: ToldRuns;
}

/** A message to a worker of another machine. */
export interface SentMessage {
  id: string;
  machine: string;
  worker: string;
  state: MessageState;
}

/** A view as it was written; undefined where it cannot be used. */
export function viewOf(text: string | undefined): FleetView | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<FleetView> | null;
    const lists = [value?.machines, value?.leases, value?.reports, value?.sent];
    return lists.every(Array.isArray) && typeof value?.at === 'string'
      ? (value as FleetView)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The worker that is named by its id or its ticket, on another machine; undefined where none is known. */
export function workerElsewhere(
  { leases, reports }: FleetView,
  machine: string,
  named: string,
): { machine: string; worker: string } | undefined {
  const [name, place] = named.split('@');
  const workers = [
    ...leases.map(({ id, lease }) => ({ ticket: id, ...lease })),
    ...reports
      .filter(({ kind }) => kind === 'worker')
      .map(({ id, ticket, machine: on }) => ({ ticket, worker: id, machine: on })),
  ];
  const found = workers.find(
    (one) =>
      one.machine !== machine &&
      (place === undefined || one.machine === place) &&
      (one.worker === name || one.ticket === name),
  );
  return found && { machine: found.machine, worker: found.worker };
}
