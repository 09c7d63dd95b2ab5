import { existsSync } from 'node:fs';
import { openDatabase } from '../../src/platform/record-database.ts';
import type { Row } from '../record.ts';

/** The messages of one session, `{info, parts}`, by the client's database and the session's id: `file#id`. */
export function messagesOf(place: string): Row[] {
  const at = place.lastIndexOf('#');
  const [path, session] = [place.slice(0, at), place.slice(at + 1)];
  if (!existsSync(path)) return [];
  const opened = openDatabase(path);
  if ('refused' in opened) throw new Error(`${path} cannot be read: ${opened.refused}.`);
  const query = (table: string) =>
    opened.database
      .rows(`select * from ${table} where session_id = ? order by id`, session)
      .map((row) => ({ ...JSON.parse(String(row.data)), id: row.id, message: row.message_id }));
  const parts = query('part');
  return query('message').map((info) => ({
    info,
    parts: parts.filter((part) => part.message === info.id),
  }));
}
