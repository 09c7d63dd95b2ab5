import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Connection {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: unknown[]): unknown; all(): unknown[] };
  close(): void;
}

/** A connection that may write, as the owner of a database has one. */
export function openForWriting(path: string): Connection {
  const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Connection;
  return new Database(path);
}

interface Recorded {
  columns: Record<string, string[]>;
  rows: Record<string, Record<string, unknown>[]>;
}

/** Recorded from the real client, version 1.18.34, driven by a scripted model: one session with one compaction. */
export const recorded: Recorded = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '..', '..', 'fixtures', 'opencode', 'database-1.18.34.json'),
    'utf8',
  ),
);

/** Makes a database with the client's tables and the recorded rows. */
export function makeDatabase(path: string, change: (recorded: Recorded) => void = () => {}): void {
  const wanted: Recorded = structuredClone(recorded);
  change(wanted);
  const database = openForWriting(path);
  for (const [table, columns] of Object.entries(wanted.columns)) {
    database.exec(`create table ${table} (${columns.join(', ')})`);
    for (const row of wanted.rows[table] ?? []) {
      const names = Object.keys(row).filter((name) =>
        columns.some((one) => one.startsWith(`${name} `)),
      );
      const places = names.map(() => '?').join(', ');
      database
        .prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
        .run(...names.map((name) => row[name]));
    }
  }
  database.close();
}

/** Every file of a folder with its content's hash and the time of its last change. */
export function stateOf(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${name} ${statSync(path).mtimeMs} ${hash}`;
    });
}

/** A process of its own that has the database open in the log mode of the real client, with a change not merged yet. */
export async function ownerAtWork(path: string): Promise<{ end(): Promise<void> }> {
  const script = `
    const database = new (require('libsql'))(process.argv[1]);
    database.prepare('pragma journal_mode = wal').all();
    database.prepare("update session set title = 'changed'").run();
    console.log('open');
    process.stdin.on('data', () => {});
  `;
  const child = spawn(process.execPath, ['-e', script, path], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
