import { afterAll, expect, it } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { addProject } from '../../src/fleet-db/members.ts';
import { checkVersion, migrate } from '../../src/fleet-db/migrate.ts';
import { migrations } from '../../src/fleet-db/migrations.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { withPostgres } from './with-postgres.ts';

withPostgres("the steps of a fleet's tables", (postgres) => {
  const open: Database[] = [];
  afterAll(async () => {
    for (const one of open) await one.close();
  });
  const connect = (url: string) => {
    const one = openDatabase(fleetAddress(url));
    open.push(one);
    return one;
  };
  const next = [
    ...migrations,
    { oldest: 1, sql: 'alter table holdfast.tickets add column later text' },
  ];
  const breaking = [
    ...next,
    { oldest: migrations.length + 2, sql: 'alter table holdfast.tickets drop column later' },
  ];

  it('are taken once, however many processes begin at the same time', async () => {
    const url = await postgres().fresh();
    const taken = await Promise.all([1, 2, 3, 4].map(() => migrate(connect(url))));
    expect(taken.sort()).toEqual([0, 0, 0, migrations.length]);
    expect(await migrate(connect(url))).toBe(0);
  });

  it('keep what is there, and a program that is one step behind goes on', async () => {
    const database = connect(await postgres().fresh());
    await migrate(database);
    await addProject(database, 'p');
    const store = fleetStore(database, { project: 'p', machine: 'm' });
    await store.beat({ labels: [], most: 1, running: 0 });
    await store.create({ id: 't', text: '# T\n' });
    expect(await migrate(database, next)).toBe(1);
    // The program of today knows one step less than the tables have.
    expect(await checkVersion(database)).toMatchObject({ version: migrations.length + 1 });
    expect((await store.read('t'))!.text).toBe('# T\n');
    expect(await store.claim('t', { worker: 'w', termMs: 1_000 })).toMatchObject({ won: true });
    expect(await store.create({ id: 'u', text: '# U\n' })).toBe(true);
    // And a program of tomorrow works with the tables of today.
    expect(await checkVersion(database, migrations.length + 2)).toMatchObject({});
  });

  it('keep a program out that does not know a step which it must', async () => {
    const database = connect(await postgres().fresh());
    await migrate(database, breaking);
    await expect(checkVersion(database)).rejects.toMatchObject({ code: 'unsupported' });
    await expect(checkVersion(database, migrations.length + 5)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('are undone whole when one fails', async () => {
    const database = connect(await postgres().fresh());
    const broken = [
      ...migrations,
      { oldest: 1, sql: 'create table holdfast.half (); select nothing from nowhere' },
    ];
    await expect(migrate(database, broken)).rejects.toMatchObject({ name: 'Fault' });
    await expect(checkVersion(database)).rejects.toMatchObject({ code: 'not-found' });
    expect(await migrate(database)).toBe(migrations.length);
  });

  it('are missing in a database without a fleet, which is said', async () => {
    const database = connect(await postgres().fresh());
    await expect(checkVersion(database)).rejects.toMatchObject({ code: 'not-found' });
  });
});
