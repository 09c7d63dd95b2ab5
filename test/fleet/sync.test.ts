import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { isUnreachable, openDatabase } from '../../src/fleet-db/database.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { type TestMachine, testMachine } from './machine.ts';
import { type CutProxy, cutProxy } from './proxy.ts';
import { withPostgres } from './with-postgres.ts';

withPostgres('machines that share tickets', (postgres) => {
  let url: string;
  let proxy: CutProxy;
  let a: TestMachine;
  let b: TestMachine;

  beforeAll(async () => {
    proxy = await cutProxy(postgres().port);
  });
  afterAll(() => proxy?.close());

  beforeEach(async () => {
    url = await postgres().fresh();
    const database = openDatabase(fleetAddress(url));
    await migrate(database);
    await database.query("insert into holdfast.projects values ('p')");
    await database.close();
    proxy.restore();
    const { database: name } = fleetAddress(url);
    a = await testMachine(`postgres://postgres@127.0.0.1:${proxy.port}/${name}`, 'a');
    b = await testMachine(url, 'b');
  });
  afterEach(async () => {
    await a.end();
    await b.end();
  });

  /** Both sides until nothing changes any more. */
  async function settle(): Promise<void> {
    for (const one of [a, b, a, b]) await one.together();
  }

  it('brings a ticket to the other machine and its progress back, byte for byte', async () => {
    a.make('one');
    await a.together();
    expect((await b.together()).pulled).toEqual(['one']);
    expect(b.text('one')).toBe(a.text('one'));
    expect(await b.claim('one', 'w')).toBe(true);
    b.report('one', 'began', 'w');
    b.finish('one', 'it works', 'w');
    await settle();
    expect(a.text('one')).toBe(b.text('one'));
    expect(a.text('one')).toContain('status: done');
    expect((await a.there.read('one'))!.lease).toBeUndefined();
    expect(await a.together()).toMatchObject({ pulled: [], pushed: [], lines: 0, notes: [] });
  });

  it('lets nobody else claim what another machine has, and says who has it', async () => {
    a.make('one');
    await a.together();
    await b.together();
    const won = await Promise.all([a.claim('one', 'x'), b.claim('one', 'y')]);
    expect(won.filter(Boolean)).toHaveLength(1);
    await settle();
    const [here, other] = won[0] ? [a, b] : [b, a];
    expect(here.owner('one')).toBe(won[0] ? 'x' : 'y');
    expect(other.owner('one')).toBe(won[0] ? 'x@a' : 'y@b');
    expect(() => other.report('one', 'mine', 'z')).toThrow(/is claimed by/);
  });

  it('goes on without the database, and sends every line once when it is there again', async () => {
    a.make('one');
    await a.together();
    await b.together();
    await a.claim('one', 'w');
    proxy.cut();
    for (const line of ['first', 'second', 'third']) a.report('one', line, 'w');
    await expect(a.together()).rejects.toSatisfy(isUnreachable);
    await expect(a.claim('one', 'other')).rejects.toSatisfy(isUnreachable);
    proxy.restore();
    expect(await a.together()).toMatchObject({ lines: 3, lost: [] });
    await settle();
    expect(b.progress('one').map((line) => line.slice(21))).toEqual(['first', 'second', 'third']);
    expect(b.text('one')).toBe(a.text('one'));
  });

  it.each([
    /insert into holdfast\.progress/,
    /update holdfast\.tickets set text/,
    /insert into holdfast\.tickets/,
  ])('doubles no line whose answer was cut off: %s', async (statement) => {
    a.make('one');
    if (!statement.source.includes('into holdfast\\.tickets')) await a.together();
    a.report('one', 'first', 'w');
    a.report('one', 'second', 'w');
    await a.there.claim('one', { worker: 'w', termMs: 60_000 });
    proxy.cutAfterRequest(statement);
    await expect(a.together()).rejects.toSatisfy(isUnreachable);
    proxy.restore();
    await settle();
    expect(b.progress('one').map((line) => line.slice(21))).toEqual(['first', 'second']);
    expect(b.text('one')).toBe(a.text('one'));
    const { rows } = await b.database.query('select from holdfast.progress');
    expect(rows.length).toBeLessThanOrEqual(2);
  });

  it('stops the work whose lease passed to another machine, and keeps the lines of both', async () => {
    a.make('one');
    await a.together();
    await b.together();
    expect(await a.claim('one', 'w', 1_000)).toBe(true);
    proxy.cut();
    await vi.waitFor(async () => expect(await b.claim('one', 'v')).toBe(true), { timeout: 30_000 });
    b.report('one', 'from b', 'v');
    await b.together();
    // A worker's process kept it here, so that it did not run out.
    a.write(
      'one',
      a.text('one').replace('## Result', '- 2026-11-30T00:00:00Z from a, cut off\n\n## Result'),
    );
    proxy.restore();
    await a.together();
    expect(a.owner('one')).toBe('v@b');
    expect(() => a.report('one', 'more', 'w')).toThrow(/is claimed by v@b/);
    await settle();
    for (const one of [a, b]) {
      expect(
        one
          .progress('one')
          .map((line) => line.slice(21))
          .sort(),
      ).toEqual(['from a, cut off', 'from b']);
    }
    expect(a.text('one')).toBe(b.text('one'));
  });

  it('says which worker here lost its ticket', async () => {
    a.make('one');
    await a.together();
    await b.together();
    await a.claim('one', 'w');
    // The lease ran out there while this machine was cut off.
    await a.database.query(
      "update holdfast.tickets set until = clock_timestamp() - interval '1 second'",
    );
    expect(await b.claim('one', 'v')).toBe(true);
    const { lost } = await a.together();
    expect(lost).toMatchObject([{ id: 'one', owner: 'w', to: { machine: 'b', worker: 'v' } }]);
    expect((await a.together()).lost).toEqual([]);
  });

  it('takes a lease up again that ran out while nobody else wanted the ticket', async () => {
    a.make('one');
    await a.together();
    await a.claim('one', 'w');
    await a.database.query(
      "update holdfast.tickets set until = clock_timestamp() - interval '1 second'",
    );
    expect((await a.together()).lost).toEqual([]);
    expect((await b.there.read('one'))!.lease).toMatchObject({ machine: 'a', worker: 'w' });
  });

  it('keeps what both changed: the shared version counts, the other is kept and named', async () => {
    a.make('one', [['objective', 'old']]);
    await a.together();
    await b.together();
    a.write('one', a.text('one').replace('objective: old', 'objective: from a'));
    b.write('one', b.text('one').replace('objective: old', 'objective: from b'));
    await a.together();
    const { notes } = await b.together();
    expect(notes.join()).toContain('the shared version counts');
    expect(b.text('one')).toContain('objective: from a');
    expect(b.text('one')).toBe(a.text('one'));
  });

  it('joins changes of different parts', async () => {
    a.make('one', [['objective', 'old']]);
    await a.together();
    await b.together();
    await b.claim('one', 'v');
    a.write('one', a.text('one').replace('objective: old', 'objective: new'));
    b.report('one', 'a line', 'v');
    await b.there.release('one', (await b.there.read('one'))!.lease!);
    await a.together();
    await b.together('one');
    expect(b.text('one')).toContain('objective: new');
    expect(b.text('one')).toContain('status: in-progress');
    expect(b.progress('one')).toHaveLength(1);
  });

  it('makes nothing twice of what a killed process was about to write', async () => {
    a.make('one');
    await a.together();
    await b.together();
    await b.claim('one', 'v');
    b.report('one', 'from b', 'v');
    await b.together();
    const { mirror, here } = a.sync;
    const shared = (await a.there.read('one'))!;
    for (const isWritten of [false, true]) {
      // Killed after saying so, before or after the file was written, and before it said that it was.
      mirror.replacing('one', mirror.base('one'), shared.text);
      if (isWritten) await here.update('one', (await here.read('one'))!.revision, shared);
      await a.together();
      expect(a.text('one')).toBe(shared.text);
      expect(a.progress('one')).toHaveLength(1);
    }
    expect((await b.there.read('one'))!.text).toBe(shared.text);
  });

  it('brings back a file that was deleted here', async () => {
    a.make('one');
    await a.together();
    await b.together();
    const { rmSync } = await import('node:fs');
    rmSync(b.sync.here.pathOf('one')!);
    await b.together();
    expect(b.text('one')).toBe(a.text('one'));
  });

  it('leaves out a shared ticket whose id leads out of the folder', async () => {
    await a.there.create({ id: '../../evil', text: '# Evil\n' });
    const { notes, pulled } = await b.together();
    expect(pulled).toEqual([]);
    expect(notes.join()).toContain('is left out');
  });

  it('sees what a transaction wrote that began earlier and ended later than another', async () => {
    await b.together();
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = a.database.transaction(async (query) => {
      await query(
        "insert into holdfast.tickets (project, id, text, status) values ('p', 'slow', '# Slow', 'queued')",
      );
      await waiting;
    });
    await vi.waitFor(async () => {
      const { rows } = await b.database.query(
        "select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
      );
      expect(rows).toHaveLength(1);
    });
    await b.there.create({ id: 'quick', text: '# Quick\n' });
    expect((await b.together()).pulled).toEqual(['quick']);
    go();
    await slow;
    expect((await b.together()).pulled).toEqual(['slow']);
  });
});
