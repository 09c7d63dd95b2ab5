import {
  type FoundItem,
  IndexFault,
  type Match,
  type MatchWish,
  type RecallIndex,
  type Written,
} from '../app/recall/ports.ts';
import { itemKinds } from '../core/search/searchable.ts';
import { type Connection, sqliteCode } from '../platform/sqlite.ts';
import { briefRecord, itemFrom, kindOf, recordFrom, textOf, wholeItem } from './rows.ts';
import { itemId, numberOf, recordOf } from './schema.ts';
import { indexWriter, recordWithKey, Statements } from './writer.ts';

/** The index behind an open connection whose tables are there. */
export function recallIndex(connection: Connection): RecallIndex {
  const statements = new Statements(connection);
  const writer = indexWriter(statements);
  let written = false;
  return {
    marks: () =>
      guarded(() => {
        // As one text, for the reason given below.
        const sql =
          'select cast(json_group_array(json_array(path, mark)) as blob) as marks from files';
        return new Map(parsed<[string, string]>(statements.of(sql).get()?.marks));
      }),
    paths: () =>
      guarded(() => {
        const sql =
          'select cast(json_group_array(path) as blob) as paths from (select distinct path from records)';
        return parsed<string>(statements.of(sql).get()?.paths);
      }),
    records: () =>
      guarded(() => statements.of(`select ${briefRecord} from records`).all().map(recordFrom)),
    record: (key) => guarded(() => recordWithKey(statements, key)),
    recordWithId: (id) =>
      guarded(() => {
        const row = statements.of(`select ${briefRecord} from records where id = ?`).get(id);
        return row === undefined ? undefined : recordFrom(row);
      }),
    match: (wish) => guarded(() => match(statements, wish)),
    item: (record, number) =>
      guarded((): FoundItem | undefined => {
        const row = statements
          .of(`select ${wholeItem} from items where id = ?`)
          .get(itemId(record, number));
        return row === undefined ? undefined : itemFrom(row);
      }),
    itemsAt: (record, offset) =>
      guarded(() => {
        const sql = `select ${wholeItem} from items where id between ? and ? and offset = ? order by items.id`;
        const bounds = [itemId(record, 0), itemId(record + 1, 0) - 1];
        return statements
          .of(sql)
          .all(...bounds, offset)
          .map(itemFrom);
      }),
    prunedBefore: () =>
      guarded(() => {
        const row = statements
          .of("select cast(value as blob) as value from settings where name = 'pruned'")
          .get();
        return Number(textOf(row?.value)) || 0;
      }),
    shrink: () =>
      guarded(() => {
        connection.exec("insert into terms(terms) values('optimize')");
        connection.exec('vacuum');
        connection.exec('pragma wal_checkpoint(truncate)');
      }),
    write(work): Written {
      written = true;
      return guarded(() => transaction(connection, () => work(writer)));
    },
    close() {
      if (written) mergeLog(connection);
      connection.close();
    },
  };
}

/** Takes what was written into the file itself, where nobody else is reading: a log beside it can be lost. */
function mergeLog(connection: Connection): void {
  try {
    connection.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch {
    // The next one to open it goes on from the log.
  }
}

/** Id, rarity, kind, time, hash and length of an item that fits. */
type Packed = [number, number, number, number, number, number];

function match(statements: Statements, wish: MatchWish): Match[] {
  const { expression, records, sinceMs, untilMs, kinds, most } = wish;
  const wanted = ['terms match ?'];
  const values: (string | number)[] = [expression];
  const [only] = records ?? [];
  if (only !== undefined && records!.length === 1) {
    wanted.push('w.rowid between ? and ?');
    values.push(itemId(only, 0), itemId(only + 1, 0) - 1);
  } else if (records !== undefined) {
    wanted.push('(w.rowid >> 24) in (select value from json_each(?))');
    values.push(JSON.stringify(records));
  }
  if (sinceMs !== undefined) {
    wanted.push('i.time >= ?');
    values.push(sinceMs);
  }
  if (untilMs !== undefined) {
    wanted.push('i.time > 0 and i.time < ?');
    values.push(untilMs);
  }
  if (kinds !== undefined) {
    wanted.push('i.kind in (select value from json_each(?))');
    values.push(JSON.stringify(kinds.map((kind) => itemKinds[kind])));
  }
  const numbers = ['kind', 'time', 'hash', 'length'].map(
    (name) => `cast(i.${name} as integer) as ${name}`,
  );
  const rarity = wish.byRarity ? 'bm25(terms)' : '0';
  const found =
    `select w.rowid as id, ${rarity} as rarity, ${numbers.join(', ')}` +
    ` from terms w join items i on i.id = w.rowid where ${wanted.join(' and ')}` +
    ' order by w.rowid desc limit ?';
  // As one text, since the library takes longer to hand over rows than to find them.
  const sql = `select cast(json_group_array(json_array(id, rarity, kind, time, hash, length)) as blob) as found from (${found})`;
  const row = statements.of(sql).get(...values, most);
  return parsed<Packed>(row?.found).map(([id, rarity, kind, time, hash, length]) => ({
    record: recordOf(id),
    number: numberOf(id),
    kind: kindOf(kind),
    time,
    hash,
    length,
    rarity: -rarity,
  }));
}

/** A list that was asked for as JSON in bytes. What is no JSON comes from a damaged file. */
function parsed<T>(value: unknown): T[] {
  try {
    return JSON.parse(textOf(value) || '[]') as T[];
  } catch (error) {
    throw new IndexFault('damaged', error);
  }
}

/** All of it or nothing. Waits a moment for another process that is writing. */
function transaction(connection: Connection, work: () => void): Written {
  try {
    connection.exec('begin immediate');
  } catch (error) {
    return refusal(error);
  }
  try {
    work();
    connection.exec('commit');
    return 'done';
  } catch (error) {
    try {
      connection.exec('rollback');
    } catch {
      // The database has rolled back by itself.
    }
    return refusal(error);
  }
}

const refusals: [RegExp, Written][] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR)/, 'closed'],
];

function refusal(error: unknown): Written {
  const code = sqliteCode(error);
  const found = code === undefined ? undefined : refusals.find(([pattern]) => pattern.test(code));
  if (found === undefined) throw error;
  return found[1];
}

/** What the database throws, as a code that can be acted on. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw indexFault(error) ?? error;
  }
}

/** Undefined for an error that is none of the database's. */
export function indexFault(error: unknown): IndexFault | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code)) return new IndexFault('locked', error);
  if (/^SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR|FULL)/.test(code)) {
    return new IndexFault('unusable', error);
  }
  // Whatever else a fixed query is answered with: the file is not what it should be.
  return new IndexFault('damaged', error);
}
