import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FleetLease } from '../../src/app/fleet/ports.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { setResult, setStatus } from '../../src/core/ticket/edit.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';
import { isUnreachable, openDatabase } from '../../src/fleet-db/database.ts';
import { addProject } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { type FleetDatabase, fleetStore } from '../../src/fleet-db/store.ts';
import { startPostgres } from '../../test/fleet/postgres.ts';
import { Watch } from './watch.ts';

/**
 * Clients that take tickets of one fleet at once while its database is stopped and killed. Fails where a ticket had two owners, a line of
 * progress was lost or doubled, or a ticket did not end. Every claim is timed beside a bare `UPDATE … RETURNING` of the same client.
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '50' },
    tickets: { type: 'string', default: '5000' },
    /** It ends when all tickets have ended, and at the latest after so many seconds. */
    seconds: { type: 'string', default: '60' },
    /** So often the database is killed with -9, and as often restarted in good order. */
    kills: { type: 'string', default: '3' },
  },
});
const [clients, tickets, seconds, kills] = [
  values.clients,
  values.tickets,
  values.seconds,
  values.kills,
].map(Number) as [number, number, number, number];

const termMs = 3_000;
/** Of so many claims one is left where it is, as by a machine that lost its power. */
const deaths = 40;

const postgres = await startPostgres();
const url = await postgres.fresh();
const watch = new Watch(termMs);
const began = Date.now();
const isOver = () => watch.ended.size === tickets || Date.now() - began > seconds * 1_000;

try {
  await prepare();
  const start = Date.now();
  const working = Array.from({ length: clients }, (_, at) => client(`m${at}`));
  const disturbing = disturb();
  // The database is there again when anything of them is told.
  const outcomes = await Promise.allSettled([...working, disturbing]);
  for (const one of outcomes) if (one.status === 'rejected') throw one.reason;
  const tookMs = Date.now() - start;
  await report(tookMs);
} finally {
  await postgres.end();
}

async function prepare(): Promise<void> {
  const database = openDatabase(fleetAddress(url));
  await migrate(database);
  await addProject(database, 'p');
  const store = fleetStore(database, { project: 'p', machine: 'maker' });
  await database.query('create table bare (id text primary key, owner text, until timestamptz)');
  await database.query(
    "insert into bare select 'b' || each from generate_series(0, $1::int - 1) each",
    [tickets],
  );
  for (let at = 0; at < tickets; at += 1) {
    await store.create({
      id: `t${at}`,
      text: newTicketText({ id: `t${at}`, title: `Do ${at}`, keys: [] }),
    });
  }
  await database.close();
}

/** Takes tickets, reports, ends them, until none is left. */
async function client(machine: string): Promise<void> {
  const database = openDatabase(fleetAddress(url), { connectMs: 2_000, answerMs: 10_000 }, 1);
  const store = fleetStore(database, { project: 'p', machine });
  const wish = { labels: [], hosts: [], anyHost: true, without: [], limit: clients * 2 };
  let claims = 0;
  try {
    await patiently(() => store.beat({ labels: [], most: 1, running: 0 }));
    while (!isOver()) {
      const ids = await patiently(() => store.takeable(wish));
      const id = ids?.[Math.floor(Math.random() * ids.length)];
      if (id === undefined) {
        await sleep(200);
        continue;
      }
      // An answer that was lost is asked for again, by the same worker.
      const worker = `${machine}-${claims}`;
      const from = performance.now();
      const claim = await store.claim(id, { worker, termMs }).catch(unreached);
      if (claim === undefined) {
        // It may have been won; then nobody works on it until its lease runs out.
        await sleep(100);
        continue;
      }
      if (!claim.won) continue;
      watch.claims.push(performance.now() - from);
      watch.won(id, machine, claim.lease);
      claims += 1;
      await bare(database, machine);
      if (Math.random() * deaths < 1) continue;
      await work(store, id, machine, claim.lease);
    }
  } finally {
    await database.close();
  }
}

async function bare(database: ReturnType<typeof openDatabase>, machine: string): Promise<void> {
  const id = `b${Math.floor(Math.random() * tickets)}`;
  const from = performance.now();
  const done = await database
    .query(
      "update bare set owner = $1, until = now() + interval '3 s' where id = $2 returning id",
      [machine, id],
    )
    .catch(unreached);
  if (done !== undefined) watch.bare.push(performance.now() - from);
}

/** Two lines and the end, as long as the lease is this client's. */
async function work(
  store: FleetDatabase,
  id: string,
  machine: string,
  lease: FleetLease,
): Promise<void> {
  for (const part of ['began', 'half']) {
    const line = `${part} by ${machine} in term ${lease.term}`;
    const entry = { id: `${id}-${line}`, line };
    watch.sending(id, line);
    const outcome = await patiently(() => store.append(id, entry));
    if (outcome === 'added' || outcome === 'there') watch.sent(id, line);
  }
  for (let tries = 0; tries < 20 && !isOver(); tries += 1) {
    const now = await patiently(() => store.read(id));
    // It passed to another: that one ends it.
    if (now?.lease?.term !== lease.term || now.lease.machine !== machine) return;
    const text = setStatus(setResult(now.text, `made by ${machine}`), 'done');
    const updated = await patiently(() => store.update(id, now.revision, { id, text }));
    if (typeof updated !== 'object') {
      const after = await patiently(() => store.read(id));
      if (after === undefined || parseTicketFile(after.text, id).status !== 'done') continue;
    }
    watch.ended.add(id);
    watch.released(id);
    await patiently(() => store.release(id, lease));
    return;
  }
}

/** Again as long as the database cannot be reached; undefined when the time is over. */
async function patiently<T>(ask: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      unreached(error);
      if (Date.now() - began > (seconds + 30) * 1_000) return undefined;
      await sleep(50 + Math.random() * 100);
    }
  }
}

function unreached(error: unknown): undefined {
  if (!isUnreachable(error)) throw error;
  watch.failures += 1;
  return undefined;
}

/** Kills and restarts the database in turn, spread over the tickets. */
async function disturb(): Promise<void> {
  const all = kills * 2;
  for (let at = 1; at <= all && !isOver(); at += 1) {
    while (!isOver() && watch.ended.size < (tickets * at) / (all + 1)) await sleep(20);
    if (isOver()) return;
    await postgres.stop(at % 2 === 1 ? 'kill' : 'fast');
    watch.stops[at % 2 === 1 ? 'kill' : 'fast'] += 1;
    await postgres.start();
  }
}

async function report(tookMs: number): Promise<void> {
  const database = openDatabase(fleetAddress(url));
  const store = fleetStore(database, { project: 'p', machine: 'maker' });
  let doubled = 0;
  let lost = 0;
  for (let at = 0; at < tickets; at += 1) {
    const id = `t${at}`;
    const { progress } = parseTicketFile((await store.read(id))!.text, id);
    const found = watch.judge(id, progress);
    lost += found.lost;
    doubled += found.doubled;
  }
  const open = (await store.list()).filter(({ status }) => status !== 'done').length;
  await database.close();
  const { claims, bare: bares, twice, stops, failures } = watch;
  const figures = {
    clients,
    tickets,
    seconds: Math.round(tookMs / 100) / 10,
    databaseKilled: stops.kill,
    databaseRestarted: stops.fast,
    requestsThatFailed: failures,
    claims: claims.length,
    claimsPerSecond: Math.round(claims.length / (tookMs / 1_000)),
    claimMs: watch.times(claims),
    bareUpdateMs: watch.times(bares),
    lines: watch.lines,
    twoOwners: twice,
    linesLost: lost,
    linesDoubled: doubled,
    ticketsNotEnded: open,
  };
  console.log(JSON.stringify(figures, null, 2));
  if (twice + lost + doubled + open > 0 || stops.kill < kills || stops.fast < kills) {
    process.exitCode = 1;
  }
}
