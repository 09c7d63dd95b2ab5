import type { RecallIndex } from '../app/recall/ports.ts';
import { Fault } from '../core/errors.ts';
import {
  makeFile,
  removeFiles,
  type Standing,
  setAside,
  standingOf,
} from '../platform/index-file.ts';
import { missingSearchLibrary } from '../platform/search-library.ts';
import { type Connection, sqlite, sqliteAddress, sqliteCode } from '../platform/sqlite.ts';
import { recallIndex } from './index.ts';
import { textOf } from './rows.ts';
import { applicationId, schemaVersion, tables } from './schema.ts';

export interface OpenedIndex {
  index: RecallIndex;
  /** `memory`: it is empty and goes with the process; `frozen`: it can be read and not be added to. */
  kind: 'kept' | 'memory' | 'frozen';
  /** A sentence for the person where something was not as usual. */
  notice?: string;
}

/** How long another process is waited for. */
const patienceMs = 1_500;

type Check = 'good' | 'empty' | 'outdated' | 'newer' | 'foreign';

/**
 * Opens the index, or makes it. One that is damaged, of a newer version or no index of ours is set aside; one of an older
 * version, or made with other `settings`, is made anew; where nothing can be written, or another program keeps it locked,
 * an index in memory takes its place. Throws a Fault only where the library is missing.
 */
export function openIndex(path: string, settings: string): OpenedIndex {
  const missing = missingSearchLibrary();
  if (missing !== undefined)
    throw new Fault('unsupported', missing.message, { hint: missing.hint });
  let notice: string | undefined;
  for (let tries = 0; tries < 3; tries += 1) {
    const standing = makeFile(path);
    if (standing.state === 'refused') return withoutPlace(path, settings, standing);
    const outcome = tryOpen(path, settings, standing);
    if ('opened' in outcome) return { ...outcome.opened, notice: notice ?? outcome.opened.notice };
    if (outcome.remove !== undefined) {
      const moved = setAside(path, standing.inode);
      notice = moved === undefined ? notice : setAsideNotice(path, outcome.remove, moved);
    } else removeFiles(path, standing.inode);
  }
  return inMemory(settings, `${path} could not be made anew`);
}

/** For an index that turned out damaged while it was used: sets it aside and begins anew. */
export function replaceIndex(path: string, settings: string): OpenedIndex {
  const standing = standingOf(path);
  const moved = standing && setAside(path, standing.inode);
  const opened = openIndex(path, settings);
  return moved === undefined
    ? opened
    : { ...opened, notice: setAsideNotice(path, 'is damaged', moved) };
}

function tryOpen(
  path: string,
  settings: string,
  standing: Standing,
): { opened: OpenedIndex } | { remove: string | undefined } {
  let connection: Connection | undefined;
  try {
    connection = connect(sqliteAddress(path, ''));
    let check = checked(connection, settings);
    if (check === 'empty') {
      prepare(connection, settings);
      check = 'good';
    }
    if (check === 'good') return { opened: { index: recallIndex(connection), kind: 'kept' } };
    connection.close();
    if (check === 'newer') return { remove: 'is of a newer version of Holdfast' };
    if (check === 'foreign') return { remove: 'is no index of Holdfast' };
    return { remove: undefined };
  } catch (error) {
    connection?.close();
    return afterFault(path, settings, standing, error);
  }
}

function afterFault(
  path: string,
  settings: string,
  standing: Standing,
  error: unknown,
): { opened: OpenedIndex } | { remove: string } {
  const code = sqliteCode(error) ?? '';
  if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return { opened: inMemory(settings, `Another program keeps ${path} locked`) };
  }
  if (/^SQLITE_FULL/.test(code)) {
    return { opened: inMemory(settings, `There is no room on the disk for ${path}`) };
  }
  if (/^SQLITE_(?:READONLY|PERM|IOERR|CANTOPEN)/.test(code) || code === '') {
    return { opened: withoutPlace(path, settings, standing) };
  }
  return { remove: 'is damaged' };
}

function connect(address: string): Connection {
  const Database = sqlite()!;
  const connection = new Database(address);
  // The log is merged seldom, since that waits for the disk.
  connection.exec(
    `pragma busy_timeout = ${patienceMs}; pragma synchronous = normal; pragma wal_autocheckpoint = 8000`,
  );
  return connection;
}

function checked(connection: Connection, settings: string): Check {
  const number = (sql: string) => Number(Object.values(connection.prepare(sql).get() ?? {})[0]);
  const version = number('pragma user_version');
  const application = number('pragma application_id');
  if (number('select count(*) from sqlite_master') === 0 && version === 0) return 'empty';
  if (application !== applicationId) return 'foreign';
  if (version > schemaVersion) return 'newer';
  if (version < schemaVersion) return 'outdated';
  const kept = connection
    .prepare("select cast(value as blob) as value from settings where name = 'settings'")
    .get();
  return textOf(kept?.value) === settings ? 'good' : 'outdated';
}

/** Makes the tables; of several processes that come to it at once, one. */
function prepare(connection: Connection, settings: string): void {
  // In a log of changes, readers and a writer do not wait for each other.
  connection.exec('pragma journal_mode = wal');
  connection.exec('begin immediate');
  if (checked(connection, settings) === 'empty') fill(connection, settings);
  connection.exec('commit');
}

function fill(connection: Connection, settings: string): void {
  connection.exec(tables);
  connection.prepare('insert into settings values(?, ?)').run('settings', settings);
}

/** Where nothing can be written: what is there is read as it stands, else all is read anew. */
function withoutPlace(path: string, settings: string, standing: Standing): OpenedIndex {
  const why = `${path} cannot be written${standing.reason ? ` (${standing.reason})` : ''}`;
  let connection: Connection | undefined;
  try {
    connection = connect(sqliteAddress(path, 'mode=ro&immutable=1'));
    if (checked(connection, settings) === 'good') {
      return {
        index: recallIndex(connection),
        kind: 'frozen',
        notice: `${why}: this is from the index as it was.`,
      };
    }
  } catch {
    // There is none, or it is of no use.
  }
  connection?.close();
  return inMemory(settings, why);
}

function inMemory(settings: string, why: string): OpenedIndex {
  const connection = connect(':memory:');
  fill(connection, settings);
  return {
    index: recallIndex(connection),
    kind: 'memory',
    notice: `${why}: the records were read for this search alone.`,
  };
}

function setAsideNotice(path: string, why: string, moved: string): string {
  return `${path} ${why}. It was set aside as ${moved}, and the index is made anew.`;
}
