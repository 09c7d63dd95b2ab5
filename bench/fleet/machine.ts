import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetLease } from '../../src/app/fleet/ports.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { setResult, setStatus } from '../../src/core/ticket/edit.ts';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';
import { isUnreachable, openDatabase } from '../../src/fleet-db/database.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import type { MachineArguments, Told } from './events.ts';

/** One machine of the load test: takes tickets, reports, finishes them, until it is killed. It tells on its output what it was told. */
const { url, machine, tickets, termMs, looksAt } = JSON.parse(
  process.argv[2] ?? '',
) as MachineArguments;
const database = openDatabase(fleetAddress(url), { connectMs: 2_000, answerMs: 5_000 }, 1);
const store = fleetStore(database, { project: 'p', machine });
const wish = { labels: [], hosts: [], anyHost: true, without: [], limit: looksAt };

await patiently(() => store.beat({ labels: [], most: 1, running: 0 }));
for (let claims = 0; ; ) {
  const ids = await patiently(() => store.takeable(wish));
  const id = ids[Math.floor(Math.random() * ids.length)];
  if (id === undefined) {
    await sleep(200);
    continue;
  }
  const from = performance.now();
  const worker = `${process.pid}-${claims}`;
  const claim = await store.claim(id, { worker, termMs }).catch(unanswered);
  // One without an answer may have been won: nobody works on it until its lease ends.
  if (claim === undefined) await sleep(100);
  if (!claim?.won) continue;
  tell({ kind: 'won', id, lease: claim.lease, claimMs: performance.now() - from });
  claims += 1;
  await bare();
  await work(id, claim.lease);
}

async function bare(): Promise<void> {
  const id = `b${Math.floor(Math.random() * tickets)}`;
  const from = performance.now();
  const done = await database
    .query(
      "update bare set owner = $1, until = now() + interval '3 s' where id = $2 returning id",
      [machine, id],
    )
    .catch(unanswered);
  if (done !== undefined) tell({ kind: 'bare', bareMs: performance.now() - from });
}

/** Two lines and the end, as long as the lease is this machine's. */
async function work(id: string, lease: FleetLease): Promise<void> {
  for (const part of ['began', 'half']) {
    const line = `${part} by ${machine} (${lease.worker}) in term ${lease.term}`;
    tell({ kind: 'sending', id, line });
    const outcome = await patiently(() => store.append(id, { id: `${id}-${line}`, line }));
    if (outcome !== 'refused') tell({ kind: 'sent', id, line });
  }
  for (;;) {
    const now = await patiently(() => store.read(id));
    // It passed to another: that one finishes it.
    if (now?.lease?.term !== lease.term || now.lease.machine !== machine) return;
    if (parseTicketFile(now.text, id).status !== 'done') {
      const text = setStatus(setResult(now.text, `made by ${machine}`), 'done');
      const updated = await patiently(() => store.update(id, now.revision, { id, text }));
      if (typeof updated === 'string') continue;
    }
    tell({ kind: 'releasing', id, term: lease.term });
    await patiently(() => store.release(id, lease));
    return;
  }
}

/** Asks until there is an answer. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      unanswered(error);
      await sleep(50 + Math.random() * 100);
    }
  }
}

function unanswered(error: unknown): undefined {
  if (!isUnreachable(error)) throw error;
  tell({ kind: 'unanswered' });
  return undefined;
}

/** Written before anything else is asked for: what a killed machine told is there. */
function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`);
}
