import { expect, it } from 'vitest';
import { type ExchangeDeps, exchange } from '../../src/app/fleet/exchange.ts';
import { type FleetView, workerElsewhere } from '../../src/app/fleet/view.ts';
import type { ArrivedMessage, FleetMessage, Report } from '../../src/core/fleet/report.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { addProject } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { migrations } from '../../src/fleet-db/migrations.ts';
import { fleetReports } from '../../src/fleet-db/reports.ts';
import { fleetRuns } from '../../src/fleet-db/runs.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { withMembers } from './members.ts';
import { withPostgres } from './with-postgres.ts';

withPostgres('reports and messages of machines', (postgres) => {
  const { owner, as, empty } = withMembers(postgres, [
    ['lead_a', 'p', 'lead'],
    ['work_b', 'p', 'worker'],
    ['read_c', 'p', 'reader'],
    ['work_q', 'q', 'worker'],
  ]);

  async function machineOf(role: string, machine: string, project = 'p') {
    const database = as(role);
    const place = { project, machine };
    const there = fleetStore(database, place);
    if (role !== 'read_c') await there.beat({ labels: [], most: 1, running: 0 });
    let view: FleetView | undefined;
    const own: Report[] = [];
    const outbox: FleetMessage[] = [];
    const arrived: ArrivedMessage[] = [];
    const readers = new Set<string>();
    const deps: ExchangeDeps = {
      there,
      reporting: fleetReports(database, place),
      own: () => own,
      runs: { sharing: fleetRuns(database, place), own: () => [], moved: () => {} },
      deliver(message) {
        if (!readers.has(message.worker)) return false;
        arrived.push(message);
        return true;
      },
      outbox: {
        waiting: () => [...outbox],
        remove: (id) => outbox.splice(0, outbox.length, ...outbox.filter((one) => one.id !== id)),
      },
      kept: () => view,
      keep: (now) => {
        view = now;
      },
      now: () => new Date(),
    };
    return {
      ...{ database, there, own, outbox, arrived, readers, reporting: deps.reporting },
      exchange: () => exchange(deps),
      view: () => view!,
    };
  }

  const worker: Report = {
    kind: 'worker',
    id: 'w1',
    ticket: 't',
    facts: { status: 'running', compactions: 2 },
  };
  const message = (to: string, id = 'm1'): FleetMessage => {
    return { id, machine: 'b', worker: to, sender: 'the user', text: 'Use the new API.' };
  };

  it('shows what a machine tells to all of its project, and takes back what it tells no more', async () => {
    const a = await machineOf('lead_a', 'a');
    const b = await machineOf('work_b', 'b');
    const q = await machineOf('work_q', 'x', 'q');
    const c = await machineOf('read_c', 'c');
    b.own.push(worker, { kind: 'run', id: 'r1', facts: { workflow: 'plan-first' } });
    for (const one of [b, a, q, c]) await one.exchange();
    expect(a.view().reports).toEqual(
      expect.arrayContaining([
        { ...worker, machine: 'b', at: expect.any(String) },
        { ...b.own[1], machine: 'b', at: expect.any(String) },
      ]),
    );
    expect(c.view().reports).toHaveLength(2);
    expect(q.view().reports).toEqual([]);
    expect(workerElsewhere(a.view(), 'a', 't')).toEqual({ machine: 'b', worker: 'w1' });
    expect(workerElsewhere(a.view(), 'a', 'w1@b')).toEqual({ machine: 'b', worker: 'w1' });
    expect(workerElsewhere(a.view(), 'a', 'w1@c')).toBeUndefined();
    expect(workerElsewhere(b.view(), 'b', 'w1')).toBeUndefined();
    b.own.splice(0);
    await b.exchange();
    await a.exchange();
    expect(a.view().reports).toEqual([]);
  });

  it('brings a message to the worker of the other machine once, and says how far it came', async () => {
    const a = await machineOf('lead_a', 'a');
    const b = await machineOf('work_b', 'b');
    b.readers.add('w1');
    a.outbox.push(message('w1'));
    expect(await a.exchange()).toMatchObject({ sent: ['m1'], refused: [], notes: [] });
    expect(a.outbox).toEqual([]);
    expect(a.view().sent).toMatchObject([{ worker: 'w1', state: 'sent' }]);
    // Its answer was lost: it goes out again under the same id.
    await a.reporting.send(message('w1'));
    expect((await b.exchange()).arrived).toBe(1);
    expect((await b.exchange()).arrived).toBe(0);
    expect(b.arrived).toMatchObject([{ from: 'a', sender: 'the user', text: 'Use the new API.' }]);
    await a.exchange();
    expect(a.view().sent).toMatchObject([{ worker: 'w1', state: 'arrived' }]);
  });

  it('says where nobody read a message, once', async () => {
    const a = await machineOf('lead_a', 'a');
    const b = await machineOf('work_b', 'b');
    a.outbox.push(message('over'));
    await a.exchange();
    await b.exchange();
    expect((await a.exchange()).notes.join()).toContain('was not delivered');
    expect((await a.exchange()).notes).toEqual([]);
    expect(a.view().sent).toMatchObject([{ worker: 'over', state: 'gone' }]);
  });

  it('takes messages of leads alone, in the name of their own machine, and shows them to its two machines alone', async () => {
    const a = await machineOf('lead_a', 'a');
    const b = await machineOf('work_b', 'b');
    b.outbox.push({ ...message('w1', 'm2'), machine: 'a' });
    expect(await b.exchange()).toMatchObject({ sent: [], refused: ['m2'] });
    expect(b.outbox).toEqual([]);
    a.outbox.push(message('w1'), { ...message('w1', 'm3'), machine: 'nowhere' });
    expect(await a.exchange()).toMatchObject({ sent: ['m1'], refused: ['m3'] });
    const refused = { code: 'refused' };
    const forged = fleetReports(a.database, { project: 'p', machine: 'b' });
    expect(await forged.send(message('w1', 'm4'))).toBe(false);
    await expect(forged.tell([worker])).rejects.toMatchObject(refused);
    const reader = as('read_c');
    const { rows } = await reader.query('select * from holdfast.mail');
    expect(rows).toEqual([]);
    for (const change of [
      "update holdfast.mail set text = 'x'",
      "update holdfast.mail set worker = 'x'",
      'delete from holdfast.mail',
      "update holdfast.reports set machine = 'a'",
      "update holdfast.reports set at = now() + interval '1 year'",
    ]) {
      await expect(b.database.query(change), change).rejects.toMatchObject(refused);
    }
  });

  it('keeps of what a hostile machine tells only short facts, and no sign that steers a terminal', async () => {
    const a = await machineOf('lead_a', 'a');
    const b = await machineOf('work_b', 'b');
    const facts = { status: `x\u001b[2J${'y'.repeat(900)}`, list: [1] as unknown as string };
    b.own.push({ kind: 'worker', id: 'w1', facts });
    await b.exchange();
    await a.exchange();
    const [seen] = a.view().reports;
    expect(Object.keys(seen!.facts)).toEqual(['status']);
    expect(String(seen!.facts.status)).toHaveLength(200);
    expect(String(seen!.facts.status)).not.toContain('\u001b');
    b.own[0] = { kind: 'worker', id: 'w1', facts: { status: 'x'.repeat(9_000) } };
    await expect(b.exchange()).rejects.toMatchObject({ code: 'malformed' });
  });

  it('works without them on tables of the version before', async () => {
    await empty();
    await migrate(owner(), migrations.slice(0, 2));
    await addProject(owner(), 'p');
    const a = await machineOf('postgres', 'a');
    await a.there.create({ id: 't', text: newTicketText({ id: 't', title: 't', keys: [] }) });
    await a.there.claim('t', { worker: 'w', termMs: 60_000 });
    a.own.push(worker);
    expect(await a.exchange()).toMatchObject({ sent: [], notes: [] });
    expect(a.view()).toMatchObject({ reports: [], leases: [{ id: 't' }], machines: [{}] });
  });

  it('leaves sessions out on tables of the version before, and tells them once these are newer', async () => {
    await empty();
    await migrate(owner(), migrations.slice(0, 3));
    await addProject(owner(), 'p');
    const a = await machineOf('postgres', 'a');
    a.own.push(worker, { kind: 'session', id: 'claude-code/s', facts: { rules: 1 } });
    await a.exchange();
    expect(a.view().reports).toMatchObject([{ kind: 'worker' }]);
    await migrate(owner());
    await a.exchange();
    expect(
      a
        .view()
        .reports.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['session', 'worker']);
  });
});
