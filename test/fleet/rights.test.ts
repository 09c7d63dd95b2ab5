import { expect, it } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { openDatabase } from '../../src/fleet-db/database.ts';
import { admit, levelOf } from '../../src/fleet-db/members.ts';
import { progressRows } from '../../src/fleet-db/progress.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { withMembers } from './members.ts';
import { withPostgres } from './with-postgres.ts';

const minute = 60_000;
const textOf = (id: string) => newTicketText({ id, title: `Do ${id}`, keys: [] });

withPostgres('who may do what in a fleet', (postgres) => {
  const { url, owner, as, close } = withMembers(postgres, [
    ['one', 'p', 'worker'],
    ['two', 'p', 'worker'],
    ['reads', 'p', 'reader'],
    ['leads', 'p', 'lead'],
    ['elsewhere', 'q', 'worker'],
  ]);

  async function machineOf(role: string, project = 'p', machine = role) {
    const database = as(role);
    const store = fleetStore(database, { project, machine });
    await store.beat({ labels: [], most: 1, running: 0 });
    return { database, store };
  }

  const refused = { code: 'refused' };

  it('shows a project to its own members alone, whatever is asked', async () => {
    const { store } = await machineOf('one');
    await store.create({ id: 'secret', text: textOf('secret') });
    const other = await machineOf('elsewhere', 'q');
    expect(await levelOf(other.database, 'p')).toBeUndefined();
    for (const table of ['projects', 'members', 'machines', 'tickets', 'holders', 'progress']) {
      const key = table === 'projects' ? 'id' : 'project';
      const { rows } = await other.database.query(
        `select * from holdfast.${table} where ${key} = 'p'`,
      );
      expect(rows, table).toEqual([]);
    }
    const intruder = fleetStore(other.database, { project: 'p', machine: 'elsewhere' });
    await expect(intruder.create({ id: 'mine', text: textOf('mine') })).rejects.toMatchObject(
      refused,
    );
    expect(await intruder.claim('secret', { worker: 'w', termMs: minute })).toEqual({ won: false });
    expect(await intruder.append('secret', { id: '1', line: 'forged' })).toBe('refused');
    await expect(intruder.beat({ labels: [], most: 1, running: 0 })).rejects.toMatchObject(refused);
  });

  it('lets a reader read and change nothing', async () => {
    const { store } = await machineOf('one');
    await store.create({ id: 't', text: textOf('t') });
    const reader = fleetStore(as('reads'), { project: 'p', machine: 'reads' });
    const { revision, text } = (await reader.read('t'))!;
    await expect(reader.beat({ labels: [], most: 1, running: 0 })).rejects.toMatchObject(refused);
    await expect(reader.create({ id: 'u', text })).rejects.toMatchObject(refused);
    expect(await reader.claim('t', { worker: 'w', termMs: minute })).toEqual({ won: false });
    expect(await reader.update('t', revision, { id: 't', text: 'x' })).toBe('refused');
    expect(await reader.append('t', { id: '1', line: 'x' })).toBe('refused');
    expect((await store.read('t'))!.text).toBe(text);
  });

  it('takes no progress in the name of another machine, nor to a ticket that was never held', async () => {
    const { store } = await machineOf('one');
    const two = await machineOf('two');
    await store.create({ id: 't', text: textOf('t') });
    await store.claim('t', { worker: 'w', termMs: minute });
    expect(await two.store.append('t', { id: '1', line: 'never held' })).toBe('refused');
    const forger = fleetStore(two.database, { project: 'p', machine: 'one' });
    expect(await forger.append('t', { id: '2', line: 'forged' })).toBe('refused');
    // Nor with the columns that the database fills.
    await expect(
      two.database.query(
        `insert into holdfast.progress (project, ticket, id, line, machine, db_role) values ('p', 't', '3', 'x', 'two', 'one')`,
      ),
    ).rejects.toMatchObject(refused);
    expect(await store.append('t', { id: '4', line: 'true' })).toBe('added');
    expect(await progressRows(owner(), 'p')).toMatchObject([
      { line: 'true', machine: 'one', role: 'one' },
    ]);
  });

  it('lets no worker take, change or end what another machine holds, by whatever statement', async () => {
    const { store } = await machineOf('one');
    const two = await machineOf('two');
    await store.create({ id: 't', text: textOf('t') });
    const { lease } = await store.claim('t', { worker: 'w', termMs: minute });
    const { revision } = (await store.read('t'))!;
    expect(await two.store.update('t', revision, { id: 't', text: 'x' })).toBe('refused');
    for (const change of [
      "machine = 'two', worker = 'v'",
      'until = clock_timestamp()',
      'machine = null',
      "text = 'x'",
      "status = 'done'",
      'term = term + 1',
    ]) {
      await expect(
        two.database.query(`update holdfast.tickets set ${change}`),
        change,
      ).rejects.toMatchObject(refused);
    }
    // The columns that count are nobody's to set, and neither is the way round by another's machine.
    for (const change of ['lines = 9', 'revision = 9', "project = 'q'", "id = 'other'"]) {
      await expect(
        two.database.query(`update holdfast.tickets set ${change}`),
        change,
      ).rejects.toMatchObject(refused);
    }
    const { count } = await two.database.query(
      "update holdfast.machines set db_role = 'two' where id = 'one'",
    );
    expect(count).toBe(0);
    await expect(two.database.query('delete from holdfast.tickets')).rejects.toMatchObject(refused);
    await expect(two.database.query('delete from holdfast.progress')).rejects.toMatchObject(
      refused,
    );
    await expect(
      two.database.query("update holdfast.progress set line = 'x'"),
    ).rejects.toMatchObject(refused);
    await expect(two.database.query("select holdfast.admit('p', 'two', 4)")).rejects.toMatchObject(
      refused,
    );
    await expect(
      two.database.query("insert into holdfast.members values ('p', 'two', 4)"),
    ).rejects.toMatchObject(refused);
    await expect(
      two.database.query("insert into holdfast.holders values ('p', 't', 'two')"),
    ).rejects.toMatchObject(refused);
    expect((await store.read('t'))!.lease).toMatchObject({ machine: 'one', term: lease!.term });
    // A lead may.
    const lead = fleetStore(as('leads'), { project: 'p', machine: 'leads' });
    await lead.beat({ labels: [], most: 0, running: 0 });
    expect(await lead.append('t', { id: 'note', line: 'a word of the lead' })).toBe('added');
  });

  it('takes values for values, whatever they hold', async () => {
    const { store, database } = await machineOf('one');
    const nasty = `x'); drop table holdfast.tickets; --`;
    await store.create({ id: nasty, text: `${textOf('n')}${nasty} $1 \\' \u2028` });
    expect((await store.read(nasty))!.text).toContain(nasty);
    expect(await store.claim(nasty, { worker: nasty, termMs: minute })).toMatchObject({
      won: true,
      lease: { worker: nasty },
    });
    expect(await store.append(nasty, { id: nasty, line: nasty })).toBe('added');
    expect(await store.list({ labels: [nasty, '{"}', 'a,b'] })).toHaveLength(1);
    await store.beat({ labels: [nasty, '{"', 'a,b'], most: 1, running: 0 });
    expect((await store.machines())[0]!.labels).toEqual([nasty, '{"', 'a,b']);
    const odd = fleetStore(database, { project: "p' or 'a'='a", machine: 'one' });
    expect(await odd.list()).toEqual([]);
    await expect(admit(owner(), 'p', nasty, 'worker')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuses what is too large, and a byte that no text can hold', async () => {
    const { store } = await machineOf('one');
    await store.create({ id: 't', text: textOf('t') });
    await store.claim('t', { worker: 'w', termMs: minute });
    const { revision } = (await store.read('t'))!;
    const large = 'x'.repeat(2 * 1024 * 1024 + 1);
    await expect(store.create({ id: 'large', text: large })).rejects.toMatchObject({
      code: 'malformed',
    });
    await expect(store.update('t', revision, { id: 't', text: large })).rejects.toMatchObject({
      code: 'malformed',
    });
    await expect(store.append('t', { id: '1', line: 'x'.repeat(4001) })).rejects.toMatchObject({
      code: 'malformed',
    });
    await expect(store.append('t', { id: '2', line: 'a\0b' })).rejects.toMatchObject({
      code: 'malformed',
    });
    await expect(
      store.claim('t', { worker: 'w', termMs: 400 * 24 * 60 * minute }),
    ).rejects.toMatchObject({ code: 'refused' });
  });

  it('says nothing of the connection string when it fails', async () => {
    const secret = 'tOp-sEcReT';
    const { database } = fleetAddress(url());
    const unreachable = [
      `postgres://one:${secret}@127.0.0.1:1/${database}`,
      `postgres://nobody:${secret}@127.0.0.1:${postgres().port}/${database}`,
      `postgres://one:${secret}@127.0.0.1:${postgres().port}/none`,
    ];
    for (const one of unreachable) {
      const connection = openDatabase(fleetAddress(one), { connectMs: 5_000 });
      close(connection);
      const error = await connection.query('select 1').catch((caught: unknown) => caught);
      expect(`${(error as Error).message} ${(error as { hint?: string }).hint}`).not.toContain(
        secret,
      );
      expect(error).toMatchObject({ name: 'Fault' });
    }
  });
});
