/** Stands between the client's database and the id of a session in it. */
const mark = '#';

/** The name of a session's record: the client keeps all of them in one database. */
export function recordOf(database: string, session: string): string {
  return `${database}${mark}${session}`;
}

/** The database and the session that a record's name names; undefined for any other path. */
export function partsOfRecord(path: string): { database: string; session: string } | undefined {
  const at = path.lastIndexOf(`${mark}ses_`);
  return at < 0 ? undefined : { database: path.slice(0, at), session: path.slice(at + 1) };
}

/** A subagent's session is one of its own in the same database. */
export function recordPath(path: string | undefined, agentId?: string): string | undefined {
  if (path === undefined || agentId === undefined) return path;
  const parts = partsOfRecord(path);
  return parts === undefined ? undefined : recordOf(parts.database, agentId);
}
