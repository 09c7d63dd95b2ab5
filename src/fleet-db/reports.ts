import type { Reporting } from '../app/fleet/ports.ts';
import { Fault } from '../core/errors.ts';
import { knownFacts, type MessageState, type ReportKind } from '../core/fleet/report.ts';
import type { Database } from './database.ts';
import type { FleetPlace } from './store.ts';

/** So many reports of all machines are read, the newest first. */
const mostReports = 2_000;

/** Tables of the version before take no sessions. */
const takesSessions = '(select max(number) from holdfast.version) >= 4';

/** Reports and messages of a project, as one of the machines has them. */
export function fleetReports(database: Database, { project, machine }: FleetPlace): Reporting {
  return {
    async tell(reports) {
      await database.query(
        `delete from holdfast.reports where project = $1 and machine = $2 and not (kind || ' ' || id) = any ($3)`,
        [project, machine, reports.map(({ kind, id }) => `${kind} ${id}`)],
      );
      const rows = reports.map(({ kind, id, ticket, facts }) => ({ kind, id, ticket, facts }));
      await database.query(
        `insert into holdfast.reports as known (project, machine, kind, id, ticket, facts)
         select $1, $2, told.kind, told.id, told.ticket, told.facts
         from jsonb_to_recordset($3::jsonb) as told (kind text, id text, ticket text, facts jsonb)
         where told.kind <> 'session' or ${takesSessions}
         on conflict (project, machine, kind, id) do update set ticket = excluded.ticket, facts = excluded.facts
           where (known.ticket, known.facts) is distinct from (excluded.ticket, excluded.facts)`,
        [project, machine, JSON.stringify(rows)],
      );
      if (!reports.some(({ kind }) => kind === 'session')) return true;
      const { rows: takes } = await database.query<{ all: boolean }>(
        `select ${takesSessions} as all`,
      );
      return takes[0]?.all === true;
    },

    async reports() {
      type Row = {
        machine: string;
        kind: ReportKind;
        id: string;
        ticket: string | null;
        facts: unknown;
        at: Date;
      };
      const { rows } = await database.query<Row>(
        `select machine, kind, id, ticket, facts, at from holdfast.reports
         where project = $1 order by at desc, machine, kind, id limit ${mostReports}`,
        [project],
      );
      return rows.map(({ ticket, facts, at, ...row }) => ({
        ...row,
        ...(ticket !== null && { ticket }),
        facts: knownFacts(facts),
        at: at.toISOString(),
      }));
    },

    async send({ id, machine: to, worker, sender, text }) {
      try {
        await database.query(
          `insert into holdfast.mail (project, id, machine, worker, from_machine, sender, text)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          [project, id, to, worker, machine, sender, text],
        );
        return true;
      } catch (error) {
        if (error instanceof Fault && (error.code === 'refused' || error.code === 'malformed'))
          return false;
        throw error;
      }
    },

    async waiting() {
      type Row = { id: string; worker: string; sender: string; from: string; text: string };
      const { rows } = await database.query<Row & { at: Date }>(
        `select id, worker, sender, from_machine as "from", text, at from holdfast.mail
         where project = $1 and machine = $2 and state = 'sent' order by at, id limit 100`,
        [project, machine],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async mark(id, state) {
      await database.query(
        'update holdfast.mail set state = $4 where project = $1 and machine = $2 and id = $3',
        [project, machine, id, state],
      );
    },

    async states(ids) {
      const { rows } = await database.query<{ id: string; state: MessageState }>(
        'select id, state from holdfast.mail where project = $1 and from_machine = $2 and id = any ($3)',
        [project, machine, ids],
      );
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
  };
}
