import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';

/** A message with its parts, whatever it came from. */
export interface Message {
  info: Fields;
  parts: Fields[];
}

/**
 * Messages from rows of the client's database: table `message` (`id`, `session_id`, `time_created`, `data`) and
 * table `part` (`id`, `message_id`, `data`), where `data` is JSON without the ids, as text or parsed. A row whose
 * data is no JSON has no members. Messages are in the order of their time and id, parts in the order of their id.
 */
export function openCodeMessages(messageRows: unknown[], partRows: unknown[]): Message[] {
  const parts = new Map<string, Fields[]>();
  for (const row of partRows.map(fieldsOf).sort(byId)) {
    const owner = textOf(row.message_id) ?? '';
    const known = parts.get(owner);
    const part = { ...dataOf(row), id: row.id };
    if (known === undefined) parts.set(owner, [part]);
    else known.push(part);
  }
  return messageRows
    .map(fieldsOf)
    .sort((a, b) => Number(a.time_created ?? 0) - Number(b.time_created ?? 0) || byId(a, b))
    .map((row) => ({
      info: { ...dataOf(row), id: row.id, sessionID: row.session_id },
      parts: parts.get(textOf(row.id) ?? '') ?? [],
    }));
}

/** Any value as a message; undefined where it is none. A bare `info`, as older versions store it, has no parts. */
export function messageOf(value: unknown): Message | undefined {
  const given = fieldsOf(value);
  const bare = given.info === undefined && textOf(given.role) !== undefined;
  const info = bare ? given : fieldsOf(given.info);
  if (textOf(info.role) === undefined) return undefined;
  return { info, parts: bare ? [] : listOf(given.parts).map(fieldsOf) };
}

function byId(a: Fields, b: Fields): number {
  const [left, right] = [textOf(a.id) ?? '', textOf(b.id) ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function dataOf(row: Fields): Fields {
  if (typeof row.data !== 'string') return fieldsOf(row.data);
  try {
    return fieldsOf(JSON.parse(row.data));
  } catch {
    return {};
  }
}
