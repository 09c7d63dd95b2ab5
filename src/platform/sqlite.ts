import { createRequire } from 'node:module';

/** As much of the library as is used. */
/**
 * A text that is no UTF-8, as a damaged file may hold one, ends the whole process inside the library: where that can be, a
 * query has to ask for bytes (`cast(… as blob)`).
 */
export interface Statement {
  all(...values: (string | number | null)[]): Record<string, unknown>[];
  get(...values: (string | number | null)[]): Record<string, unknown> | undefined;
  run(...values: (string | number | null)[]): unknown;
}
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}
type Library = new (uri: string) => Connection;

let library: Library | null | undefined;

/** SQLite, loaded at its first use; null where it is not installed or does not run on this machine. */
export function sqlite(): Library | null {
  if (library === undefined) {
    library = withBriefReport(loadBundled) ?? withBriefReport(load) ?? load() ?? null;
  }
  return library;
}

/**
 * In a program that the build made, the library's code is a part of it, since looking for its files takes as long as loading
 * its native module; only that one is looked for. Elsewhere, and where the native module lies beside the installed library
 * only, there is none.
 */
function loadBundled(): Library | undefined {
  try {
    return typeof require === 'function' ? (require('libsql') as Library) : undefined;
  } catch {
    return undefined;
  }
}

function load(): Library | undefined {
  try {
    return createRequire(import.meta.url)('libsql') as Library;
  } catch {
    return undefined;
  }
}

/**
 * To learn which C library the system has, the package has Node write a whole report about the process, which takes as long
 * as all the rest of its loading. So it is told the usual one first; where that is wrong, nothing loads, and it looks itself.
 */
function withBriefReport(work: () => Library | undefined): Library | undefined {
  const { report } = process;
  if (process.platform !== 'linux' || report === undefined) return undefined;
  const { getReport } = report;
  report.getReport = () => ({ header: { glibcVersionRuntime: '' } });
  try {
    return work();
  } finally {
    report.getReport = getReport;
  }
}

/** Codes by their numbers, as far as they are told apart. */
const codes: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  26: 'SQLITE_NOTADB',
};

/** The code of an error that the database threw, such as `SQLITE_BUSY`; undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string') return undefined;
  // The library has no name for some of the finer codes, whose last byte is that of the plain one.
  const unnamed = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code);
  if (unnamed !== null) return codes[Number(unnamed[1]) & 0xff] ?? 'SQLITE_ERROR';
  return code.startsWith('SQLITE_') ? code : undefined;
}

/** The address of a database file, with options. */
export function sqliteAddress(path: string, options: string): string {
  const place = encodeURI(path).replaceAll('?', '%3f').replaceAll('#', '%23');
  return `file:${place}${options === '' ? '' : `?${options}`}`;
}
