import { useEffect } from 'preact/hooks';
import { orderedFacts } from '../src/core/fleet/fact-order.ts';
import { bareTime, userTime } from '../src/core/time-text.ts';
import { read } from './api.ts';
import { link } from './route.ts';
import { counted, Problem, useData } from './ui.tsx';

interface Machine {
  machine: string;
  labels: string[];
  most: number;
  running: number;
  leases: number;
  ageMs: number;
}

interface Report {
  kind: string;
  id: string;
  machine: string;
  ticket?: string;
  facts: Record<string, string | number>;
  at: string;
}

type Fleet =
  | { joined: false }
  | {
      joined: true;
      project: string;
      machine: string;
      machines: Machine[];
      leases: {
        id: string;
        status: string;
        lease: { machine: string; worker: string; until: string };
      }[];
      reports: Report[];
      waits: string[];
      oldestMs?: number;
      syncedMs?: number;
    };

/** So often it is read again, which is as often as machines sync. */
const everyMs = 30_000;

/** A machine that was not seen for so long may be gone. */
const longMs = 5 * 60_000;

/** The other machines of the project's fleet, as this one saw them at its last sync; nothing where the project is in none. */
export function FleetPart({ project }: { project: string | undefined }) {
  const { data, error, again } = useData(
    (signal) => read<Fleet>('/page/fleet', { project }, signal),
    project ?? '',
  );
  const isJoined = data?.joined === true;
  useEffect(() => {
    if (!isJoined) return;
    // What other machines do is no event of this one's daemon.
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [isJoined, again]);
  if (error) return <Problem error={error} />;
  if (!data?.joined) return null;
  const { machine, machines, leases, reports, waits, oldestMs, syncedMs } = data;
  return (
    <section aria-label="Fleet">
      <h2>Fleet</h2>
      <p class="soft" role="status">
        {data.project}, this machine is {machine}.{' '}
        {syncedMs === undefined ? 'Never synced yet.' : `Last synced ${ago(syncedMs)} ago.`}{' '}
        {waits.length > 0 &&
          `${counted(waits.length, 'ticket')} changed here and not sent yet${oldestMs === undefined ? '' : `, the oldest ${ago(oldestMs)} ago`}.`}
      </p>
      <Table
        name="Machines"
        head={['Machine', 'Seen', 'Workers', 'Leases', 'Labels']}
        rows={machines.map((one) => [
          one.machine === machine ? `${one.machine} (this one)` : one.machine,
          one.ageMs > longMs ? `not for ${ago(one.ageMs)}` : `${ago(one.ageMs)} ago`,
          one.most === 0 ? String(one.running) : `${one.running} of ${one.most}`,
          String(one.leases),
          one.labels.join(', ') || '–',
        ])}
      />
      {leases.length > 0 && (
        <Table
          name="Leases"
          head={['Ticket', 'Status', 'Worker', 'Machine', 'Lease until']}
          rows={leases.map(({ id, status, lease }) => [
            <a key={id} href={link('ticket', id)}>
              {id}
            </a>,
            status,
            lease.worker,
            lease.machine,
            userTime(lease.until),
          ])}
        />
      )}
      {reports.length > 0 && (
        <Table
          name="Told by machines"
          head={['What', 'Machine', 'Ticket', 'Facts']}
          rows={reports.map(({ kind, id, machine: on, ticket, facts }) => [
            `${kind} ${id}`,
            on,
            ticket === undefined ? (
              '–'
            ) : (
              <a key={id} href={link('ticket', ticket)}>
                {ticket}
              </a>
            ),
            factsText(facts),
          ])}
        />
      )}
    </section>
  );
}

function Table(props: { name: string; head: string[]; rows: (string | preact.JSX.Element)[][] }) {
  const { name, head, rows } = props;
  return (
    <>
      <h3>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide" tabIndex={0} aria-label={name}>
        <table>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`${name} ${row}`}>
                {cells.map((cell, at) => (
                  <td key={head[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function factsText(facts: Report['facts']): string {
  return orderedFacts(facts)
    .map(([name, value]) => {
      const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
      return `${name} ${isTime ? bareTime(value) : value}`;
    })
    .join(', ');
}

function ago(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1_000)} s`;
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
