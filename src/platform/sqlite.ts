import { createRequire } from 'node:module';

/** As much of the library as is used. */
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
  if (library === undefined) library = withBriefReport(load) ?? load() ?? null;
  return library;
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

/** The code of an error that the database threw, such as `SQLITE_BUSY`; undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/** The address of a database file, with options. */
export function sqliteAddress(path: string, options: string): string {
  const place = encodeURI(path).replaceAll('?', '%3f').replaceAll('#', '%23');
  return `file:${place}${options === '' ? '' : `?${options}`}`;
}
