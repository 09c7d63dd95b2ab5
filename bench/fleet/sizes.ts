import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { openDatabase } from '../../src/fleet-db/database.ts';
import { addProject, admit } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { startPostgres } from '../../test/fleet/postgres.ts';
import { times } from './watch.ts';

/** What a claim costs in fleets of different sizes, each a project of one database: half of the tickets are open, half done. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '500' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);

const postgres = await startPostgres();
const url = await postgres.fresh();
const { database: name } = fleetAddress(url);
const owner = openDatabase(fleetAddress(url), { answerMs: 600_000 });
const machine = openDatabase(fleetAddress(postgres.url('machines', name)), {}, 1);
try {
  await migrate(owner);
  await postgres.admin('create role machines login');
  // The rules of rows count each change; a million tickets need not wait for that.
  await owner.query('alter table holdfast.tickets disable trigger user');
  for (const size of sizes) {
    const project = `p${size}`;
    await addProject(owner, project);
    await admit(owner, project, 'machines', 'worker');
    const text = newTicketText({ id: 'x', title: 'Do it', keys: [] });
    await owner.query(
      `insert into holdfast.tickets (project, id, text, status)
       select $1, 't' || each, $2, case when each % 2 = 0 then 'done' else 'queued' end
       from generate_series(1, $3::int) each`,
      [project, text, size],
    );
  }
  await owner.query('alter table holdfast.tickets enable trigger user');
  await owner.query('analyze');
  const load = loadavg()[0] ?? 0;
  const stores = sizes.map((size) => ({
    size,
    store: fleetStore(machine, { project: `p${size}`, machine: 'm' }),
    find: [] as number[],
    claim: [] as number[],
  }));
  const wish = { labels: [], hosts: [], anyHost: true, without: [], limit: 50 };
  for (const { store } of stores) await store.beat({ labels: [], most: 1, running: 0 });
  // The sizes take turns, so that each meets the same machine.
  for (let round = 0; round < rounds; round += 1) {
    for (const one of stores) {
      const from = performance.now();
      const [id] = await one.store.takeable(wish);
      const found = performance.now();
      const { won, lease } = await one.store.claim(id!, { worker: `w${round}`, termMs: 60_000 });
      const claimed = performance.now();
      if (!won) throw new Error(`${id} was not won`);
      if (round % 2 === 0) await one.store.release(id!, lease);
      one.find.push(found - from);
      one.claim.push(claimed - found);
    }
  }
  const rows = stores.map(({ size, find, claim }) => ({
    tickets: size,
    findMs: times(find),
    claimMs: times(claim),
  }));
  console.log(JSON.stringify({ rounds, loadBefore: load, loadAfter: loadavg()[0], rows }, null, 2));
} finally {
  await machine.close();
  await owner.close();
  await postgres.end();
}
