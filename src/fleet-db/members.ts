import { Fault } from '../core/errors.ts';
import type { Database } from './database.ts';

/** What a role may do: each may do what those before it may. */
export const levels = ['reader', 'worker', 'lead', 'admin'] as const;
export type Level = (typeof levels)[number];

/** Adds a project; false where it is there. */
export async function addProject(database: Database, project: string): Promise<boolean> {
  const { count } = await database.query(
    'insert into holdfast.projects values ($1) on conflict do nothing',
    [project],
  );
  return count === 1;
}

/** Lets a role take part in a project, or changes what it may do. Throws a Fault where there is no such role. */
export async function admit(
  database: Database,
  project: string,
  role: string,
  level: Level,
): Promise<void> {
  const { rows } = await database.query('select from pg_catalog.pg_roles where rolname = $1', [
    role,
  ]);
  if (rows.length === 0) {
    throw new Fault('not-found', `The database has no role ${JSON.stringify(role)}.`, {
      hint: 'Create it first with "create role NAME login password …".',
    });
  }
  const { rows: known } = await database.query('select from holdfast.projects where id = $1', [
    project,
  ]);
  if (known.length === 0) {
    throw new Fault('not-found', `The fleet has no project ${JSON.stringify(project)}.`, {
      hint: 'Add it with "holdfast fleet init".',
    });
  }
  await database.query('select holdfast.admit($1, $2, $3)', [
    project,
    role,
    levels.indexOf(level) + 1,
  ]);
}

/** What the role that is connected may do in a project; undefined where it takes no part. */
export async function levelOf(database: Database, project: string): Promise<Level | undefined> {
  const { rows } = await database.query<{ level: number }>(
    'select holdfast.level(id) as level from holdfast.projects where id = $1',
    [project],
  );
  return levels[(rows[0]?.level ?? 0) - 1];
}
