import type { FoundItem, StoredRecord } from '../app/recall/ports.ts';
import type { StoredCursor } from '../core/recovery/entry.ts';
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
const recordTexts = ['key', 'host', 'session', 'path', 'cwd', 'project_hash', 'cursor'];
const recordNumbers = ['subagent', 'modified', 'whole', 'items', 'compaction', 'version'];
export const recordColumns = [...recordTexts, ...recordNumbers];

/** What is asked for of a record; without its cursor, which can be long, where that is not needed. */
export const wholeRecord = columns(['id', ...recordNumbers], recordTexts);
export const briefRecord = columns(
  ['id', ...recordNumbers],
  recordTexts.filter((name) => name !== 'cursor'),
);
export const wholeItem = columns(
  ['id', 'offset', 'nth', 'kind', 'time', 'hash', 'length'],
  ['tool', 'head'],
);

/** Each column as what it should be: in a damaged file it may hold anything, and texts may be none. */
function columns(numbers: readonly string[], texts: readonly string[]): string {
  return [
    ...numbers.map((name) => `cast(${name} as integer) as ${name}`),
    ...texts.map((name) => `cast(${name} as blob) as ${name}`),
  ].join(', ');
}

const decoder = new TextDecoder();

/** A text that was asked for as bytes, which come in one of two forms; empty where there is none. */
export function textOf(value: unknown): string {
  const isBytes = typeof value === 'object' && value !== null && 'byteLength' in value;
  return isBytes ? decoder.decode(value as Uint8Array | ArrayBuffer) : '';
}

export function recordValues(record: StoredRecord): (string | number)[] {
  return [
    record.key,
    record.host,
    record.session ?? '',
    record.path,
    record.cwd ?? '',
    record.projectHash ?? '',
    record.cursor === undefined ? '' : JSON.stringify(record.cursor),
    record.subagent ? 1 : 0,
    record.modifiedMs,
    record.whole ? 1 : 0,
    record.items,
    record.lastCompaction,
    record.version,
  ];
}

export function recordFrom(row: Row): StoredRecord {
  const record: StoredRecord = {
    id: Number(row.id),
    key: textOf(row.key),
    host: textOf(row.host),
    subagent: row.subagent === 1,
    path: textOf(row.path),
    modifiedMs: Number(row.modified),
    whole: row.whole === 1,
    items: Number(row.items),
    lastCompaction: Number(row.compaction),
    version: Number(row.version),
  };
  const [session, cwd, projectHash] = [row.session, row.cwd, row.project_hash].map(textOf);
  if (session) record.session = session;
  if (cwd) record.cwd = cwd;
  if (projectHash) record.projectHash = projectHash;
  const cursor = cursorOf(textOf(row.cursor));
  if (cursor !== undefined) record.cursor = cursor;
  return record;
}

/** A moment that a date can hold; else none. */
function timeOf(ms: number): number {
  return Math.abs(ms) <= 8.64e15 ? ms : 0;
}

export function itemFrom(row: Row): FoundItem {
  const id = Number(row.id);
  const item: FoundItem = {
    record: recordOf(id),
    number: numberOf(id),
    offset: Number(row.offset),
    nth: Number(row.nth),
    kind: kindOf(row.kind),
    time: timeOf(Number(row.time)),
    hash: Number(row.hash),
    length: Number(row.length),
    head: textOf(row.head),
  };
  const tool = textOf(row.tool);
  if (tool) item.tool = tool;
  return item;
}

function cursorOf(text: string): StoredCursor | undefined {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // Damaged: the record is read from its start.
    return undefined;
  }
}
