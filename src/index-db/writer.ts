import type { IndexWriter, StoredRecord } from '../app/recall/ports.ts';
import { itemKinds } from '../core/search/searchable.ts';
import type { Connection, Statement } from '../platform/sqlite.ts';
import { recordColumns, recordFrom, recordValues, textOf, wholeRecord } from './rows.ts';
import { itemId, lastNumber } from './schema.ts';

/** Statements are made once, at their first use. */
export class Statements {
  readonly #connection: Connection;
  readonly #made = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(sql: string): Statement {
    let statement = this.#made.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#made.set(sql, statement);
    }
    return statement;
  }
}

const recordsOfFile = 'select id, cast(key as blob) as key from records where path = ?';
const marks = recordColumns.map(() => '?').join(', ');
const assignments = recordColumns.map((name) => `${name} = ?`).join(', ');

/** Writes into the tables; only within a transaction. */
export function indexWriter(statements: Statements): IndexWriter {
  const run = (sql: string, ...values: (string | number)[]) => statements.of(sql).run(...values);
  const clear = (record: number) => {
    const bounds = [itemId(record, 0), itemId(record, lastNumber)];
    run('delete from terms where rowid between ? and ?', ...bounds);
    run('delete from items where id between ? and ?', ...bounds);
  };
  const removeRecord = (record: number) => {
    clear(record);
    run('delete from records where id in (?, ?)', record, record);
  };
  return {
    record: (key) => recordWithKey(statements, key),
    putRecord(record) {
      if (record.id !== 0) {
        run(`update records set ${assignments} where id = ?`, ...recordValues(record), record.id);
        return record.id;
      }
      run(
        `insert into records(${recordColumns.join(', ')}) values(${marks})`,
        ...recordValues(record),
      );
      return recordWithKey(statements, record.key)!.id;
    },
    removeFile(path, keep) {
      for (const { id, key } of statements.of(recordsOfFile).all(path)) {
        if (!keep?.has(textOf(key))) removeRecord(Number(id));
      }
      if (keep === undefined) run('delete from files where path = ?', path);
    },
    clear,
    add(record, item) {
      const id = itemId(record, item.number);
      run(
        'insert into items values(?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        item.offset,
        item.nth,
        itemKinds[item.kind],
        item.time,
        item.hash,
        item.length,
        item.tool ?? '',
        item.head,
      );
      if (item.words === '') return;
      run('insert into terms(rowid, words, parts) values(?, ?, ?)', id, item.words, item.parts);
    },
    putMark(path, mark) {
      run('insert or replace into files values(?, ?)', path, mark);
    },
    putPrunedBefore(ms) {
      run('insert or replace into settings values(?, ?)', 'pruned', String(ms));
    },
    removeRecord,
  };
}

export function recordWithKey(statements: Statements, key: string): StoredRecord | undefined {
  const row = statements.of(`select ${wholeRecord} from records where key = ?`).get(key);
  return row === undefined ? undefined : recordFrom(row);
}
