import type { RunSharing } from '../app/fleet/ports.ts';
import type { Database } from './database.ts';
import type { FleetPlace } from './store.ts';

/** Logs of runs that machines of a project may continue, as one of the machines has them. */
export function fleetRuns(database: Database, { project, machine }: FleetPlace): RunSharing {
  return {
    async tell(changed, all) {
      await database.query(
        'delete from holdfast.runs where project = $1 and machine = $2 and not id = any ($3)',
        [project, machine, all],
      );
      for (const { id, log } of changed) {
        await database.query(
          `insert into holdfast.runs as known (project, id, machine, log) values ($1, $2, $3, $4)
           on conflict (project, id) do update set log = excluded.log where known.machine = $3`,
          [project, id, machine, log],
        );
      }
    },

    async elsewhere(ids) {
      const { rows } = await database.query<{ id: string; machine: string }>(
        'select id, machine from holdfast.runs where project = $1 and machine <> $2 and id = any ($3)',
        [project, machine, ids],
      );
      return new Map(rows.map(({ id, machine: on }) => [id, on]));
    },

    async others() {
      type Row = { id: string; machine: string; at: Date };
      const { rows } = await database.query<Row>(
        `select id, machine, at from holdfast.runs where project = $1 and machine <> $2
         order by at desc, id limit 100`,
        [project, machine],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async read(id) {
      const { rows } = await database.query<{ machine: string; log: string }>(
        'select machine, log from holdfast.runs where project = $1 and id = $2',
        [project, id],
      );
      return rows[0];
    },

    async take(id, from) {
      const { count } = await database.query(
        `update holdfast.runs set machine = $2
         where project = $1 and id = $3 and machine = $4 and md5(log) = md5($5)`,
        [project, machine, id, from.machine, from.log],
      );
      return count === 1;
    },
  };
}
