import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { removeFolder } from '../../harness/remove-folder.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { addProject, admit } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { startPostgres } from '../../test/fleet/postgres.ts';
import { type CutProxy, cutProxy } from '../../test/fleet/proxy.ts';
import type { MachineArguments, Told } from './events.ts';
import { times, Watch } from './watch.ts';

/**
 * Machines, each a process behind a connection of its own, that take tickets of one fleet at once while machines are killed, their connections
 * cut and slowed down, and the database is killed and restarted. Fails where a ticket had two owners, a line of progress was lost or doubled,
 * or a ticket was not finished. Every claim is timed beside a bare `UPDATE … RETURNING` of the same machine.
 */
const { values } = parseArgs({
  options: {
    machines: { type: 'string', default: '50' },
    tickets: { type: 'string', default: '5000' },
    /** The disturbances go on for so long, and until all tickets are finished. */
    seconds: { type: 'string', default: '60' },
    /** So often the database is killed with -9, and as often restarted in good order. */
    kills: { type: 'string', default: '3' },
    /** It gives up after so many seconds. */
    limit: { type: 'string', default: '300' },
  },
});
const numberOf = (name: keyof typeof values): number => Number(values[name]);
const [machines, tickets] = [numberOf('machines'), numberOf('tickets')];
const [seconds, kills, limit] = [numberOf('seconds'), numberOf('kills'), numberOf('limit')];

const termMs = 3_000;
const postgres = await startPostgres();
const url = await postgres.fresh();
const { database: name } = fleetAddress(url);
const owner = openDatabase(fleetAddress(url));
const folder = mkdtempSync(join(tmpdir(), 'holdfast-load-'));
const program = join(folder, 'machine.mjs');
const watch = new Watch();
const counts = { killed: 0, cut: 0, slowed: 0, databaseKilled: 0, databaseRestarted: 0 };

interface Machine {
  name: string;
  proxy: CutProxy;
  process?: ChildProcess;
}
const all: Machine[] = [];
let isOver = false;
let left = tickets;
let failure: string | undefined;

try {
  await prepare(owner);
  for (let at = 0; at < machines; at += 1) {
    all.push({ name: `m${at}`, proxy: await cutProxy(postgres.port) });
  }
  const load = loadavg()[0];
  const began = Date.now();
  for (const one of all) start(one);
  const troubles = Promise.all([
    trouble(500, killMachine),
    trouble(300, cutMachine),
    trouble(500, slowMachine),
    stopDatabase(),
  ]);
  while (failure === undefined) {
    left = await unfinished();
    if (left === 0) break;
    if (Date.now() - began > limit * 1_000) break;
    await sleep(200);
  }
  const tookMs = Date.now() - began;
  isOver = true;
  await troubles;
  for (const one of all) one.process?.kill('SIGKILL');
  await report(tookMs, load ?? 0);
} finally {
  for (const one of all) {
    one.process?.kill('SIGKILL');
    await one.proxy.close();
  }
  await owner.close();
  await postgres.end();
  removeFolder(folder);
}

async function prepare(database: Database): Promise<void> {
  buildSync({
    entryPoints: [join(import.meta.dirname, 'machine.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  await migrate(database);
  await addProject(database, 'p');
  // The owner of the tables goes round the rules of rows; machines log in as somebody else.
  await postgres.admin('create role machines login');
  await admit(database, 'p', 'machines', 'worker');
  await database.query('create table bare (id text primary key, owner text, until timestamptz)');
  await database.query('grant select, update on bare to machines');
  await database.query(
    "insert into bare select 'b' || each from generate_series(0, $1::int - 1) each",
    [tickets],
  );
  const store = fleetStore(database, { project: 'p', machine: 'maker' });
  for (let at = 0; at < tickets; at += 1) {
    const id = `t${at}`;
    await store.create({ id, text: newTicketText({ id, title: `Do ${at}`, keys: [] }) });
  }
  await database.query('analyze');
}

function start(one: Machine): void {
  const given: MachineArguments = {
    url: `postgres://machines@127.0.0.1:${one.proxy.port}/${name}`,
    machine: one.name,
    tickets,
    termMs,
    looksAt: machines * 2,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  one.process = child;
  createInterface({ input: child.stdout! }).on('line', (line) =>
    watch.hear(JSON.parse(line) as Told),
  );
  child.on('exit', (code) => {
    if (code !== null && !isOver) failure = `${one.name} ended with ${code}`;
  });
}

/** Something happens to a machine, again and again. */
async function trouble(everyMs: number, what: (one: Machine) => Promise<void>): Promise<void> {
  while (!isOver) {
    await sleep(everyMs * (0.5 + Math.random()));
    const one = all[Math.floor(Math.random() * all.length)]!;
    if (!isOver) await what(one);
  }
}

async function killMachine(one: Machine): Promise<void> {
  const { process: child } = one;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
  counts.killed += 1;
  // Half of them come back only when their leases ended.
  setTimeout(() => !isOver && start(one), Math.random() * 2 * termMs);
}

async function cutMachine({ proxy }: Machine): Promise<void> {
  proxy.cut();
  counts.cut += 1;
  // Longer than a lease, too.
  setTimeout(() => proxy.restore(), Math.random() * 2 * termMs);
}

async function slowMachine({ proxy }: Machine): Promise<void> {
  proxy.slow(20 + Math.random() * 180);
  counts.slowed += 1;
  setTimeout(() => proxy.slow(0), 2_000);
}

/** Kills and restarts the database in turn, spread over the time, or over the tickets where these are finished sooner. */
async function stopDatabase(): Promise<void> {
  const began = Date.now();
  const all = kills * 2;
  for (let at = 1; at <= all; at += 1) {
    const part = at / (all + 1);
    while (Date.now() - began < seconds * 1_000 * part && left > tickets * (1 - part)) {
      if (isOver) return;
      await sleep(20);
    }
    if (isOver) return;
    const isKill = at % 2 === 1;
    await postgres.stop(isKill ? 'kill' : 'fast');
    counts[isKill ? 'databaseKilled' : 'databaseRestarted'] += 1;
    await postgres.start();
  }
}

async function unfinished(): Promise<number> {
  try {
    const { rows } = await owner.query<{ left: number }>(
      `select count(*)::int as left from holdfast.tickets where status <> 'done'`,
    );
    return rows[0]?.left ?? left;
  } catch {
    // The database is down at the moment.
    return left;
  }
}

async function report(tookMs: number, load: number): Promise<void> {
  const store = fleetStore(owner, { project: 'p', machine: 'maker' });
  let doubled = 0;
  let lost = 0;
  for (let at = 0; at < tickets; at += 1) {
    const id = `t${at}`;
    const { progress } = parseTicketFile((await store.read(id))!.text, id);
    const found = watch.judge(id, progress);
    lost += found.lost;
    doubled += found.doubled;
  }
  const open = await unfinished();
  const { claims, bare } = watch;
  const figures = {
    machines,
    tickets,
    seconds: Math.round(tookMs / 100) / 10,
    loadBefore: Math.round(load * 10) / 10,
    loadAfter: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    ...counts,
    requestsWithoutAnswer: watch.unanswered,
    claims: claims.length,
    claimsPerSecond: Math.round(claims.length / (tookMs / 1_000)),
    claimMs: times(claims),
    bareUpdateMs: times(bare),
    lines: watch.lines,
    twoOwners: watch.twoOwners(termMs),
    linesLost: lost,
    linesDoubled: doubled,
    ticketsNotFinished: open,
    ...(failure !== undefined && { failure }),
  };
  console.log(JSON.stringify(figures, null, 2));
  const { twoOwners, linesLost, linesDoubled, ticketsNotFinished } = figures;
  const isBad = twoOwners + linesLost + linesDoubled + ticketsNotFinished > 0;
  const isCalm = counts.databaseKilled < kills || counts.databaseRestarted < kills;
  if (isBad || isCalm || failure !== undefined) process.exitCode = 1;
}
