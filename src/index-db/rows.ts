import type { FoundItem, StoredRecord } from '../app/recall/ports.ts';
import { type ItemKind, itemKinds } from '../core/search/searchable.ts';
import { numberOf, recordOf } from './schema.ts';

type Row = Record<string, unknown>;

const kindNames = new Map<number, ItemKind>(
  Object.entries(itemKinds).map(([name, number]) => [number, name as ItemKind]),
);

export function kindOf(number: unknown): ItemKind {
  return kindNames.get(Number(number)) ?? 'host';
}

/** The columns of a record, in the order in which they are written. */
export const recordColumns =
  'key, host, session, subagent, path, cwd, project_hash, modified, cursor, whole, items, compaction, version';

/** The columns of a record but for its cursor, which can be long. */
export const briefColumns = `id, ${recordColumns.replace(' cursor,', '')}`;

export function recordValues(record: StoredRecord): (string | number)[] {
  return [
    record.key,
    record.host,
    record.session ?? '',
    record.subagent ? 1 : 0,
    record.path,
    record.cwd ?? '',
    record.projectHash ?? '',
    record.modifiedMs,
    record.cursor === undefined ? '' : JSON.stringify(record.cursor),
    record.whole ? 1 : 0,
    record.items,
    record.lastCompaction,
    record.version,
  ];
}

export function recordFrom(row: Row): StoredRecord {
  const record: StoredRecord = {
    id: Number(row.id),
    key: String(row.key),
    host: String(row.host),
    subagent: row.subagent === 1,
    path: String(row.path),
    modifiedMs: Number(row.modified),
    whole: row.whole === 1,
    items: Number(row.items),
    lastCompaction: Number(row.compaction),
    version: Number(row.version),
  };
  if (row.session) record.session = String(row.session);
  if (row.cwd) record.cwd = String(row.cwd);
  if (row.project_hash) record.projectHash = String(row.project_hash);
  if (row.cursor) record.cursor = JSON.parse(String(row.cursor));
  return record;
}

export function itemFrom(row: Row): FoundItem {
  const id = Number(row.id);
  const item: FoundItem = {
    record: recordOf(id),
    number: numberOf(id),
    offset: Number(row.offset),
    nth: Number(row.nth),
    kind: kindOf(row.kind),
    time: Number(row.time),
    hash: String(row.hash),
    length: Number(row.length),
    head: String(row.head),
  };
  if (row.tool) item.tool = String(row.tool);
  return item;
}
