import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DatabaseRefusal, OpenedDatabase } from '../app/records/ports.ts';

/** As much of the library as is used. */
interface Statement {
  iterate(...values: (string | number)[]): Iterable<Record<string, unknown>>;
}
interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}
type Library = new (uri: string) => Connection;

let library: Library | null | undefined;

/** The library, loaded at its first use; null where it is not installed or does not run on this machine. */
function load(): Library | null {
  if (library === undefined) {
    try {
      library = createRequire(import.meta.url)('libsql') as Library;
    } catch {
      library = null;
    }
  }
  return library;
}

/**
 * Opens a SQLite database so that nothing is written, not even into the files beside it. Changes that its owner has
 * not merged yet are read where the owner's index of them is there; else the database is read as it was last merged.
 */
export function openDatabase(path: string): OpenedDatabase | DatabaseRefusal {
  const Database = load();
  if (Database === null) return { refused: 'module' };
  const merged = isEmpty(`${path}-wal`);
  const indexed = !isEmpty(`${path}-shm`);
  const way = !merged && indexed ? 'mode=ro&readonly_shm=1' : 'mode=ro&immutable=1';
  try {
    const place = encodeURI(path).replaceAll('?', '%3f').replaceAll('#', '%23');
    const connection = new Database(`file:${place}?${way}`);
    const database = {
      rows: (sql: string, ...values: (string | number)[]) =>
        connection.prepare(sql).iterate(...values),
    };
    // Opening looks at nothing; the first query tells whether it is a database, and free.
    for (const _ of database.rows('select count(*) from sqlite_master')) break;
    return { database, behind: !merged && !indexed, close: () => connection.close() };
  } catch (error) {
    return databaseFault(error) ?? { refused: 'unreadable' };
  }
}

/** What an error of the database says; undefined for any other error. */
export function databaseFault(error: unknown): DatabaseRefusal | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
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
