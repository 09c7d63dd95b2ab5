import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { addProject } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { withPostgres } from './with-postgres.ts';

withPostgres('a machine that listens', (postgres) => {
  let database: Database;
  beforeEach(async () => {
    database = openDatabase(fleetAddress(await postgres().fresh()));
    await migrate(database);
    for (const project of ['p', 'q']) await addProject(database, project);
  });
  afterEach(() => database.close());

  const at = async (project: string, machine: string) => {
    const store = fleetStore(database, { project, machine });
    await store.beat({ labels: [], most: 1, running: 0 });
    return store;
  };
  const textOf = (id: string) => newTicketText({ id, title: id, keys: [] });
  const limit = { timeout: 30_000, interval: 20 };

  it('hears of tickets of its project that may be taken, and neither of claims nor of other projects', async () => {
    const [a, b, other] = [await at('p', 'a'), await at('p', 'b'), await at('q', 'c')];
    let heard = 0;
    const ears = await b.listen({ heard: () => (heard += 1), lost() {} });
    await a.create({ id: 'one', text: textOf('one') });
    await vi.waitFor(() => expect(heard).toBe(1), limit);
    await other.create({ id: 'one', text: textOf('one') });
    const claim = await a.claim('one', { worker: 'w', termMs: 60_000 });
    await a.append('one', { id: '1', line: 'a line' });
    await a.release('one', claim.lease!);
    // What is told comes in order: of all that, the release alone was heard before this.
    await vi.waitFor(() => expect(heard).toBe(2), limit);
    const { revision, text } = (await a.read('one'))!;
    await a.update('one', revision, {
      id: 'one',
      text: text.replace('status: queued', 'status: done'),
    });
    await vi.waitFor(() => expect(heard).toBe(3), limit);
    ears.end();
  });

  it('is told when the connection breaks, once, and not when it ends it itself', async () => {
    const a = await at('p', 'a');
    let lost = 0;
    const ears = { heard() {}, lost: () => (lost += 1) };
    const first = await a.listen(ears);
    first.end();
    await a.listen(ears);
    const { rows } = await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    expect(rows.length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(lost).toBe(1), limit);
  });
});

withPostgres('what a machine may take by itself', (postgres) => {
  let database: Database;
  beforeEach(async () => {
    database = openDatabase(fleetAddress(await postgres().fresh()));
    await migrate(database);
    await addProject(database, 'p');
  });
  afterEach(() => database.close());

  const any = { labels: [], hosts: ['x'], anyHost: true, without: [], limit: 10 };

  it('is the oldest first, never what a person claimed, and what a machine had that takes tickets too', async () => {
    const a = fleetStore(database, { project: 'p', machine: 'a' });
    const b = fleetStore(database, { project: 'p', machine: 'b' });
    const textOf = (id: string, keys: [string, string | string[]][] = []) =>
      newTicketText({ id, title: id, keys });
    await a.beat({ labels: [], most: 0, running: 0 });
    await b.beat({ labels: ['gpu'], most: 1, running: 0 });
    await a.create({ id: 'z-first', text: textOf('z-first') });
    await a.create({ id: 'gpu', text: textOf('gpu', [['labels', ['gpu', 'nobody-has-it']]]) });
    await a.create({ id: 'named', text: textOf('named', [['host', 'y']]) });
    await a.create({ id: 'later', text: textOf('later', [['depends_on', ['z-first']]]) });
    expect(await a.takeable(any)).toEqual(['z-first']);
    expect(await b.takeable({ ...any, labels: ['gpu'] })).toEqual(['z-first', 'gpu']);
    expect(await a.takeable({ ...any, hosts: ['y'], anyHost: false })).toEqual(['named']);
    expect(await a.takeable({ ...any, without: ['z-first'] })).toEqual([]);
    for (const [store, machine] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      const id = `began-${machine}`;
      const text = textOf(id).replace('status: queued', 'status: in-progress');
      await store.create({ id, text });
      await store.claim(id, { worker: 'w', termMs: 60_000 });
    }
    expect(await a.takeable(any)).toEqual(['z-first']);
    await database.query(
      "update holdfast.tickets set until = clock_timestamp() - interval '1 second' where until is not null",
    );
    expect(await a.takeable(any)).toEqual(['z-first', 'began-b']);
  });
});
