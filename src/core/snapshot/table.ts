/** How many rows a table holds, and how many bytes they take as JSON (UTF-8). */
export interface Limit {
  rows: number;
  bytes: number;
}

/** Rows by key in the order in which they were last put. Plain data; rows are replaced, never changed in place. */
export interface Table<T> {
  count: number;
  bytes: number;
  /** Rows that had to go for want of room. */
  dropped: number;
  rows: Record<string, T>;
}

export function newTable<T>(): Table<T> {
  return { count: 0, bytes: 0, dropped: 0, rows: {} };
}

/** Keys get a sign before them, so that none is read as a number or as the name of a prototype. */
const keyOf = (name: string): string => `:${name}`;

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

const plainText = /^[ !#-[\]-~]*$/;

/** Bytes of a value as JSON, or a few more. Cheaper than writing it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    return plainText.test(value) ? value.length + 2 : utf8Length(JSON.stringify(value));
  }
  if (typeof value === 'number') return String(value).length;
  if (typeof value !== 'object' || value === null) return 5;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += sizeOf(item) + 1;
  else for (const name in value) bytes += name.length + 4 + sizeOf((value as never)[name]);
  return bytes;
}

function cost(key: string, row: unknown): number {
  return sizeOf(key) + sizeOf(row) + 2;
}

export function getRow<T>(table: Table<T>, name: string): T | undefined {
  return table.rows[keyOf(name)];
}

/** Puts a row last. Over the limit the oldest rows go, a tenth of the table at a time. */
export function putRow<T>(table: Table<T>, name: string, row: T, limit: Limit): void {
  dropRow(table, name);
  const key = keyOf(name);
  table.rows[key] = row;
  table.count += 1;
  table.bytes += cost(key, row);
  if (table.count <= limit.rows && table.bytes <= limit.bytes) return;
  for (const [oldKey, old] of Object.entries(table.rows)) {
    if (table.count <= limit.rows * 0.9 && table.bytes <= limit.bytes * 0.9) break;
    delete table.rows[oldKey];
    table.count -= 1;
    table.bytes -= cost(oldKey, old);
    table.dropped += 1;
  }
}

/** Replaces a row where it stands. */
export function setRow<T>(table: Table<T>, name: string, row: T): void {
  const key = keyOf(name);
  const old = table.rows[key];
  if (old === undefined) return;
  table.rows[key] = row;
  table.bytes += cost(key, row) - cost(key, old);
}

export function dropRow<T>(table: Table<T>, name: string): void {
  const key = keyOf(name);
  const old = table.rows[key];
  if (old === undefined) return;
  delete table.rows[key];
  table.count -= 1;
  table.bytes -= cost(key, old);
}

/** Names and rows, oldest first. */
export function entriesOf<T>(table: Table<T>): [string, T][] {
  return Object.entries(table.rows).map(([key, row]) => [key.slice(1), row]);
}

/** Rows, oldest first. */
export function rowsOf<T>(table: Table<T>): T[] {
  return Object.values(table.rows);
}
