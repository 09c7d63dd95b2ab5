import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { removeFolder } from '../../harness/remove-folder.ts';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, newest first; undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder)
    ? readdirSync(folder).sort((a, b) => Number(b) - Number(a))
    : [];
  return versions
    .map((version) => join(folder, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** A database server of a test's own, on a socket and on a port of the loopback address. */
export interface Postgres {
  /** The connection string for a user over the socket. */
  url(user?: string, database?: string): string;
  port: number;
  folder: string;
  /** A connection string to a new, empty database. */
  fresh(): Promise<string>;
  /** Runs statements as the superuser. */
  admin(sql: string, database?: string): Promise<void>;
  stop(how: 'fast' | 'kill'): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  end(): Promise<void>;
}

/** The server refuses to run as root; Debian makes a user for it. */
function as(command: string, args: string[]): [string, string[]] {
  return userInfo().uid === 0
    ? ['runuser', ['-u', 'postgres', '--', command, ...args]]
    : [command, args];
}

/** A port that nobody has at the moment; the server keeps it over its restarts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server that nobody else uses. Throws where PostgreSQL is not installed. */
export async function startPostgres(): Promise<Postgres> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-pg-'));
  if (userInfo().uid === 0) execFileSync('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = await freePort();
  const [initdb, initArgs] = as(join(bin, 'initdb'), [
    ...['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
  ]);
  await run(initdb, initArgs, { cwd: '/' });
  let server: ReturnType<typeof spawn> | undefined;
  let databases = 0;
  const url = (user = 'postgres', database = 'postgres') =>
    `postgres://${user}@/${database}?host=${encodeURIComponent(folder)}&port=${port}`;
  const connected = async (database = 'postgres') => {
    const client = new pg.Client({ host: folder, port, user: 'postgres', database });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const postgres: Postgres = {
    url,
    port,
    folder,
    async start() {
      const [program, args] = as(join(bin, 'postgres'), [
        ...['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
        ...[
          '-c',
          'max_connections=200',
          '-c',
          'shared_buffers=64MB',
          '-c',
          'restart_after_crash=off',
        ],
      ]);
      for (let tries = 0; ; tries += 1) {
        server = spawn(program, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
        let said = '';
        server.stderr?.on('data', (chunk) => {
          said = `${said}${chunk}`.slice(-4000);
        });
        for (;;) {
          if (server.exitCode !== null) break;
          try {
            await (await connected()).end();
            return;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
        // What a killed server leaves may keep the next one out for a moment.
        if (tries > 100) throw new Error(said);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop(how) {
      if (server === undefined || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      const pid = Number(
        execFileSync('head', ['-1', join(data, 'postmaster.pid')], { encoding: 'utf8' }),
      );
      process.kill(pid, how === 'kill' ? 'SIGKILL' : 'SIGINT');
      await ended;
    },
    async admin(sql, database) {
      const client = await connected(database);
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    async fresh() {
      databases += 1;
      const name = `fleet_${databases}`;
      await postgres.admin(`create database ${name}`);
      return url('postgres', name);
    },
    async end() {
      await postgres.stop('fast');
      removeFolder(folder);
    },
  };
  await postgres.start();
  return postgres;
}
