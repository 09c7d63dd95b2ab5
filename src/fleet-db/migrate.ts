import { Fault } from '../core/errors.ts';
import type { Database } from './database.ts';
import { type Migration, migrations } from './migrations.ts';

/** Any number that only we lock by. */
const lockNumber = 4_837_163;

/** Where the tables of a fleet stand. */
export interface Standing {
  /** Steps that were taken. */
  version: number;
  /** The lowest number of steps that a program must know to work with them. */
  oldest: number;
}

/**
 * Makes the tables, or takes the steps that they lack, one process at a time. Gives how many
 * were taken now.
 */
export async function migrate(
  database: Database,
  known: readonly Migration[] = migrations,
): Promise<number> {
  return database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [lockNumber]);
    await query('create schema if not exists holdfast');
    await query(
      'create table if not exists holdfast.version (number integer primary key, oldest integer not null, at timestamptz not null default now())',
    );
    await query('grant select on holdfast.version to public');
    await query('grant usage on schema holdfast to public');
    const { rows } = await query<{ number: number }>(
      'select coalesce(max(number), 0) as number from holdfast.version',
    );
    const from = rows[0]?.number ?? 0;
    const steps = known.slice(from);
    for (const [at, { oldest, sql }] of steps.entries()) {
      await query(sql);
      await query('insert into holdfast.version (number, oldest) values ($1, $2)', [
        from + at + 1,
        oldest,
      ]);
    }
    if (steps.length > 0) await query(readmit);
    return steps.length;
  });
}

/** Roles that were let in before get the rights on what is new. */
const readmit = 'select holdfast.admit(project, db_role, level) from holdfast.members';

/** How the tables stand. Throws a Fault where there are none, or this program and they do not fit. */
export async function checkVersion(
  database: Database,
  known = migrations.length,
): Promise<Standing> {
  const { rows } = await database.query<Standing>(
    'select number as version, oldest from holdfast.version order by number desc limit 1',
  );
  const standing = rows[0];
  if (standing === undefined) {
    throw new Fault('not-found', 'There is no fleet in this database.', {
      hint: 'Its owner creates it with "holdfast fleet init".',
    });
  }
  if (standing.oldest > known) {
    throw new Fault(
      'unsupported',
      `The fleet's tables are newer (${standing.version}) than this Holdfast (${known}) can use.`,
      {
        hint: 'Install a newer Holdfast on this machine.',
      },
    );
  }
  // One step less is what the newest program before this one left; it makes do without what the step brings.
  if (standing.version < known - 1) {
    throw new Fault(
      'unsupported',
      `The fleet's tables are too old (${standing.version}) for this Holdfast (${known}).`,
      {
        hint: 'Their owner updates them with "holdfast fleet init".',
      },
    );
  }
  return standing;
}
