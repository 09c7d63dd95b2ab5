import type { FleetLease, SeenMachine } from '../../app/fleet/ports.ts';
import { orderedFacts } from '../../core/fleet/fact-order.ts';
import { reportKinds, type SeenReport } from '../../core/fleet/report.ts';
import { ticketStatuses } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import { counted } from './care.ts';
import { type Column, table } from './table.ts';

/** A ticket as far as it is shown, with who works on it. */
interface Shown {
  id: string;
  status: string;
  lease?: FleetLease;
}

/** How far what is here lies behind. */
export interface Lag {
  /** Milliseconds since the oldest change that waits to be sent. */
  oldestMs?: number;
  /** Milliseconds since this machine and the fleet were brought together last. */
  syncedMs?: number;
}

export function waitsText(waits: readonly string[], { oldestMs }: Lag): string {
  if (waits.length === 0) return 'Nothing waits here.';
  const names = `${waits.slice(0, 10).join(', ')}${waits.length > 10 ? ', …' : ''}`;
  const since = oldestMs === undefined ? '' : `, the oldest ${ago(oldestMs)}`;
  return `${counted(waits.length, 'ticket')} changed here and not sent yet${since}: ${names}`;
}

export function lastText({ syncedMs }: Lag): string {
  return syncedMs === undefined
    ? 'Never sent and fetched yet.'
    : `Last sent and fetched ${ago(syncedMs)}.`;
}

export function machinesText(machines: readonly SeenMachine[], tickets: readonly Shown[]): string {
  if (machines.length === 0) return 'No machine was seen yet.';
  const rows = machines.map((one) => [
    one.machine,
    one.labels.join(','),
    // One that takes no tickets by itself has no limit.
    one.most === 0 ? `${one.running}` : `${one.running} of ${one.most}`,
    `${tickets.filter(({ lease }) => lease?.machine === one.machine).length}`,
    ago(one.ageMs),
  ]);
  return table(columns('machine', 'labels', 'workers', 'leases', 'seen'), rows, 100);
}

export function ticketsText(tickets: readonly Shown[]): string {
  const counts = ticketStatuses.flatMap((status) => {
    const count = tickets.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const head = `${counted(tickets.length, 'ticket')}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
  return [head, ...leasesText(tickets)].join('\n\n');
}

/** Who works on what; nothing where nobody works. */
export function leasesText(tickets: readonly Shown[]): string[] {
  const rows = tickets.flatMap(({ id, status, lease }) =>
    lease ? [[id, status, lease.worker, lease.machine, userTime(lease.until)]] : [],
  );
  if (rows.length === 0) return [];
  return [table(columns('ticket', 'status', 'worker', 'machine', 'lease until'), rows, 120)];
}

/** What machines tell of their work, one table for each kind. */
export function reportsText(reports: readonly SeenReport[]): string[] {
  return reportKinds.flatMap((kind) => {
    const rows = reports
      .filter((one) => one.kind === kind)
      .map(({ id, machine, ticket = '', facts }) => [id, machine, ticket, factsText(facts)]);
    return rows.length === 0 ? [] : [table(columns(kind, 'machine', 'ticket', 'facts'), rows, 160)];
  });
}

/** Facts of a report in a line. */
export function factsText({ status, ...others }: SeenReport['facts']): string {
  const rest = orderedFacts(others).map(([name, value]) => {
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    return `${name} ${isTime ? userTime(value) : value}`;
  });
  return [...(status === undefined ? [] : [`${status}`]), ...rest].join(', ');
}

/** Messages to workers of other machines, the last ones, with how far each has come. */
export function sentText(
  sent: readonly { machine: string; worker: string; state: string }[],
): string[] {
  const words: Record<string, string> = {
    waiting: 'waits here',
    sent: 'is in the fleet',
    arrived: 'arrived',
    gone: 'was not delivered: there is no such worker any more',
  };
  return sent
    .slice(-5)
    .map(
      ({ machine, worker, state }) =>
        `The message to ${worker} on ${machine} ${words[state] ?? state}.`,
    );
}

function columns(...titles: string[]): Column[] {
  return titles.map((title) => ({
    title,
    flexible: title === 'ticket' || title === 'labels' || title === 'facts',
  }));
}

export function ago(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1000)} s ago`;
  return ms < 5_400_000
    ? `${Math.round(ms / 60_000)} min ago`
    : `${Math.round(ms / 3_600_000)} h ago`;
}
