import type {
  FleetLease,
  FleetStore,
  NewTicket,
  SeenMachine,
  TicketRow,
} from '../app/fleet/ports.ts';
import { Fault } from '../core/errors.ts';
import { factsOf } from '../core/fleet/facts.ts';
import { addProgressLines } from '../core/ticket/edit.ts';
import type { TicketStatus } from '../core/ticket/ticket.ts';
import type { Database } from './database.ts';

/** Which project's tickets, and as which machine. */
export interface FleetPlace {
  project: string;
  machine: string;
}

interface LeaseColumns {
  machine: string | null;
  worker: string | null;
  term: string;
  until: Date | null;
}

/** The store of a fleet, and what a database alone can do. */
export interface FleetDatabase extends FleetStore {
  /** Ids and revisions of the tickets that changed since the last call's `next`; all of them without. */
  changes(since?: string): Promise<{ next: string; tickets: { id: string; revision: string }[] }>;
  /** Ids of the tickets that a machine may take by itself now, the oldest first. */
  takeable(wish: TakeWish): Promise<string[]>;
  /** Says that this machine is there and how many workers it runs, and leaves what it offers. Nothing for a role that only reads. */
  present(running: number): Promise<void>;
  /** Calls back when there may be work in the project; see `Database.listen`. */
  listen(ears: { heard(): void; lost(): void }): Promise<{ end(): void }>;
}

/** Which tickets a machine can work on. */
export interface TakeWish {
  /** Its labels. A ticket's label that no machine of the project gave keeps nobody away. */
  labels: readonly string[];
  /** Clients that it has. */
  hosts: readonly string[];
  /** It has a client for tickets that name none. */
  anyHost: boolean;
  /** Ids to leave out. */
  without: readonly string[];
  limit: number;
}

const live = 'until is not null and until > statement_timestamp()';
const leaseColumns = `case when ${live} then machine end as machine, worker, term::text as term, until`;
/** So that a ticket of one machine is not taken for another's where both come by one role. */
const mine = `(machine is null or machine = $2 or not (${live}))`;
const closed = `('done', 'failed', 'abandoned')`;

/** The tickets of a project in a fleet's database. */
export function fleetStore(database: Database, { project, machine }: FleetPlace): FleetDatabase {
  const leaseOf = (row: LeaseColumns): FleetLease | undefined =>
    row.machine === null || row.worker === null || row.until === null
      ? undefined
      : {
          machine: row.machine,
          worker: row.worker,
          term: row.term,
          until: row.until.toISOString(),
        };

  const columns = ({ id, text }: NewTicket) => {
    const { status, labels, host, dependsOn } = factsOf(text, id);
    return [status, labels, host ?? null, dependsOn];
  };

  return {
    async create(ticket) {
      const { count } = await database.query(
        `insert into holdfast.tickets (project, id, text, status, labels, host, depends_on)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [project, ticket.id, ticket.text, ...columns(ticket)],
      );
      return count === 1;
    },

    async read(id) {
      type Row = LeaseColumns & { text: string; revision: string; added: string[] };
      const { rows } = await database.query<Row>(
        `select t.text, t.revision || '.' || t.lines as revision, ${leaseColumns},
           array(select p.line from holdfast.progress p where p.project = t.project and p.ticket = t.id
             and p.number > t.folded order by p.number) as added
         from holdfast.tickets t where project = $1 and id = $2`,
        [project, id],
      );
      const row = rows[0];
      if (row === undefined) return undefined;
      const lease = leaseOf(row);
      const text =
        row.added.length === 0
          ? row.text
          : addProgressLines(
              row.text,
              row.added.map((line) => `- ${line}`),
            );
      return { id, text, revision: row.revision, ...(lease && { lease }) };
    },

    async update(id, revision, ticket) {
      const [number, lines] = revision.split('.');
      try {
        const { rows } = await database.query<{ revision: string }>(
          `update holdfast.tickets set text = $5, status = $6, labels = $7, host = $8, depends_on = $9, folded = lines
           where project = $1 and id = $3 and ${mine} and revision || '.' || lines = $4
           returning revision || '.' || lines as revision`,
          [project, machine, id, `${number}.${lines}`, ticket.text, ...columns(ticket)],
        );
        if (rows[0] !== undefined) return { revision: rows[0].revision };
      } catch (error) {
        if (error instanceof Fault && error.code === 'refused') return 'refused';
        throw error;
      }
      const now = await this.read(id);
      return now?.revision === revision ? 'refused' : 'moved';
    },

    async list({ labels, leased } = {}) {
      type Row = LeaseColumns & {
        id: string;
        revision: string;
        status: TicketStatus;
        labels: string[];
      };
      const { rows } = await database.query<Row>(
        `select id, revision || '.' || lines as revision, status, labels, ${leaseColumns}
         from holdfast.tickets where project = $1 and ($2::text[] is null or labels <@ $2)
           and (not $3 or ${live}) order by id collate "C"`,
        [project, labels ?? null, leased === true],
      );
      return rows.map((row): TicketRow => {
        const lease = leaseOf(row);
        const { id, revision, status } = row;
        return { id, revision, status, labels: row.labels, ...(lease && { lease }) };
      });
    },

    async claim(id, { worker, termMs, instead }) {
      type Row = LeaseColumns & { again: boolean };
      const { rows } = await database.query<Row>(
        `update holdfast.tickets set ${taking('$2', '$4', '$5')}
         where project = $1 and id = $3 and status not in ${closed}
           and (not (${live}) or machine = $2 and (worker = $4 or term = $6))
         returning machine, worker, term::text as term, until, since < statement_timestamp() as again`,
        [project, machine, id, worker, termMs, instead?.machine === machine ? instead.term : null],
      );
      const row = rows[0];
      const lease = row && leaseOf(row);
      if (row !== undefined && lease !== undefined) return { won: true, again: row.again, lease };
      const other = (await this.read(id))?.lease;
      return { won: false, ...(other && { lease: other }) };
    },

    async renew(id, lease, termMs) {
      const { count } = await database.query(
        `update holdfast.tickets set until = statement_timestamp() + $5 * interval '1 millisecond'
         where project = $1 and machine = $2 and id = $3 and term = $4 and ${live}`,
        [project, machine, id, lease.term, termMs],
      );
      return count === 1;
    },

    async release(id, lease) {
      await database.query(
        `update holdfast.tickets set machine = null, worker = null, until = null, since = null
         where project = $1 and machine = $2 and id = $3 and term = $4`,
        [project, machine, id, lease.term],
      );
    },

    async append(id, entry) {
      try {
        const { count } = await database.query(
          `insert into holdfast.progress (project, ticket, id, line, machine)
           select project, id, $4, $5, $2 from holdfast.tickets where project = $1 and id = $3
           on conflict do nothing`,
          [project, machine, id, entry.id, entry.line],
        );
        if (count === 1) return 'added';
      } catch (error) {
        if (error instanceof Fault && error.code === 'refused') return 'refused';
        throw error;
      }
      const { rows } = await database.query(
        'select from holdfast.progress where project = $1 and ticket = $2 and id = $3',
        [project, id, entry.id],
      );
      return rows.length === 1 ? 'there' : 'refused';
    },

    async beat({ labels, most, running }) {
      await database.query(
        `insert into holdfast.machines (project, id, labels, most, running) values ($1, $2, $3, $4, $5)
         on conflict (project, id) do update
           set labels = excluded.labels, most = excluded.most, running = excluded.running, seen = clock_timestamp()`,
        [project, machine, labels, most, running],
      );
    },

    async machines() {
      type Row = Omit<SeenMachine, 'seen'> & { seen: Date };
      const { rows } = await database.query<Row>(
        `select id as machine, labels, most, running, seen,
           (extract(epoch from clock_timestamp() - seen) * 1000)::float8 as "ageMs"
         from holdfast.machines where project = $1 order by id collate "C"`,
        [project],
      );
      return rows.map((row) => ({
        ...row,
        ageMs: Math.max(0, Math.round(row.ageMs)),
        seen: row.seen.toISOString(),
      }));
    },

    async takeable({ labels, hosts, anyHost, without, limit }) {
      // Of work that began only that of machines which take tickets by themselves: what a person claimed is theirs also when the lease ran out.
      const { rows } = await database.query<{ id: string }>(
        `select id from holdfast.tickets t
         where project = $1 and status in ('queued', 'claimed', 'in-progress') and not (${live})
           and (status = 'queued' or exists (select from holdfast.machines m
             where m.project = t.project and m.id = t.machine and m.most > 0))
           and (host = any ($3) or host is null and $4) and not id = any ($5)
           and not exists (select from unnest(t.labels) wanted where not wanted = any ($2)
             and exists (select from holdfast.machines m where m.project = t.project and wanted = any (m.labels)))
           and not exists (select from unnest(t.depends_on) needed where not exists (
             select from holdfast.tickets o where o.project = t.project and o.id = needed and o.status = 'done'))
         order by created, id limit $6`,
        [project, labels, hosts, anyHost, without, limit],
      );
      return rows.map(({ id }) => id);
    },

    async present(running) {
      try {
        await database.query(
          `update holdfast.machines set running = $3, seen = clock_timestamp() where project = $1 and id = $2`,
          [project, machine, running],
        );
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'refused')) throw error;
      }
    },

    async listen({ heard, lost }) {
      const { rows } = await database.query<{ name: string }>('select md5($1::text) as name', [
        project,
      ]);
      const name = rows[0]?.name;
      return database.listen('holdfast', { heard: (told) => told === name && heard(), lost });
    },

    async changes(since) {
      // A transaction that began earlier may end later: what it changes is looked at again.
      type Row = { next: string; from: string | null };
      const { rows: when } = await database.query<Row>(
        `select pg_snapshot_xmin(pg_current_snapshot())::text as next,
           case when $1::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) then $1 end as "from"`,
        [since ?? null],
      );
      const { next = '0', from = null } = when[0] ?? {};
      const { rows: tickets } = await database.query<{ id: string; revision: string }>(
        `select id, revision || '.' || lines as revision from holdfast.tickets
         where project = $1 and ($2::text is null or changed >= $2::text::xid8) order by id collate "C"`,
        [project, from],
      );
      return { next, tickets };
    },
  };
}

/** What a claim writes: a new term but where the same worker holds it. */
function taking(machine: string, worker: string, termMs: string): string {
  const held = `machine = ${machine} and worker = ${worker} and ${live}`;
  return `
    term = case when ${held} then term else term + 1 end,
    since = case when ${held} then since else statement_timestamp() end,
    machine = ${machine}, worker = ${worker},
    until = statement_timestamp() + ${termMs} * interval '1 millisecond'`;
}
