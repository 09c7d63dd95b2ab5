import type { Database } from './database.ts';

/** A line of progress, with who reported it by what the database knows. */
export interface ReportedLine {
  ticket: string;
  line: string;
  machine: string;
  role: string;
  /** ISO time at which the database took it. */
  at: string;
}

/** Every line that was reported in a project, in the order in which each ticket has them. */
export async function progressRows(database: Database, project: string): Promise<ReportedLine[]> {
  const { rows } = await database.query<Omit<ReportedLine, 'at'> & { at: Date }>(
    `select ticket, line, machine, db_role as role, at from holdfast.progress
     where project = $1 order by ticket collate "C", number`,
    [project],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
