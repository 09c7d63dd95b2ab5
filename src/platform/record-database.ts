import { closeSync, readSync, statSync } from 'node:fs';
import type { DatabaseRefusal, OpenedDatabase } from '../app/records/ports.ts';
import { openRegular } from './open-regular.ts';
import { type Connection, sqlite, sqliteAddress, sqliteCode } from './sqlite.ts';

/**
 * The connection that was opened last. The library lets go of a connection's files only when memory is tidied up, so
 * conversations of one database share one; between queries it holds no lock.
 */
let last: { key: string; connection: Connection } | undefined;

/**
 * Opens a SQLite database so that nothing is written, not even into the files beside it. Changes that its owner has
 * not merged yet are read where the owner's index of them is there; else the database is read as it was last merged.
 */
export function openDatabase(path: string): OpenedDatabase | DatabaseRefusal {
  const Database = sqlite();
  if (Database === null) return { refused: 'module' };
  try {
    const { way, behind, key } = wayInto(path);
    if (last?.key !== key) {
      last?.connection.close();
      last = undefined;
      last = { key, connection: new Database(sqliteAddress(path, `mode=ro&${way}`)) };
    }
    const { connection } = last;
    const database = {
      rows: (sql: string, ...values: (string | number)[]) => connection.prepare(sql).all(...values),
    };
    // Opening looks at nothing; the first query tells whether it is a database, and free.
    database.rows('select count(*) from sqlite_master');
    return { database, behind, close: () => {} };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { refused: 'gone' };
    return databaseFault(error) ?? { refused: 'unreadable' };
  }
}

interface Way {
  way: string;
  behind: boolean;
  /** The same for a connection that can be used again. */
  key: string;
}

/**
 * A database without a log of changes is read under its owner's locks. One with a log has its locks in an index file,
 * which is read and never made; where there is no index nobody is at work, and the file is taken as it stands.
 */
function wayInto(path: string): Way {
  const { ino, mtimeMs, size } = statSync(path);
  const key = `${path}\n${ino}`;
  if (!hasLog(path)) return { way: 'cache=private', behind: false, key: `${key} locked` };
  if (!isEmpty(`${path}-shm`)) return { way: 'readonly_shm=1', behind: false, key: `${key} log` };
  const behind = !isEmpty(`${path}-wal`);
  return { way: 'immutable=1', behind, key: `${key} ${mtimeMs} ${size}` };
}

/** Whether changes are logged beside the file: by the version of reading that its header asks for. */
function hasLog(path: string): boolean {
  const descriptor = openRegular(path)?.descriptor;
  if (descriptor === undefined) {
    throw Object.assign(new Error('it is no regular file'), { code: 'SQLITE_NOTADB' });
  }
  try {
    const header = Buffer.alloc(20);
    readSync(descriptor, header, 0, header.length, 0);
    return header[19] === 2;
  } finally {
    closeSync(descriptor);
  }
}

/** What an error of the database says; undefined for any other error. */
export function databaseFault(error: unknown): DatabaseRefusal | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return { refused: 'locked' };
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return { refused: 'damaged' };
  return { refused: 'unreadable', detail: code };
}

function isEmpty(path: string): boolean {
  try {
    return statSync(path).size === 0;
  } catch {
    return true;
  }
}
