import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fleetRuns } from '../../src/fleet-db/runs.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { fleetHomes, type Home } from './home.ts';
import { withMembers } from './members.ts';
import { withPostgres } from './with-postgres.ts';

const sessions = {
  a: '11111111-2222-4333-8444-555555555555',
  b: '22222222-3333-4444-8555-666666666666',
};
const workflow = (check: string) => `id: two
title: Two steps
parameters:
  - { name: about, required: true }
steps:
  - id: first
    title: Write the first
    prompt: Write first.txt about {{about}}.
    requires:
      - { file: first.txt, contains: first }
  - id: second
    title: Read the first, write the second
    prompt: Read first.txt, then write second.txt.
    requires:
      - { read: first.txt }
      - { file: second.txt, contains: ${check} }
`;

withPostgres('a run that passes from machine to machine', (postgres) => {
  const fleet = fleetHomes(postgres);

  async function home(machine: 'a' | 'b', check = 'second'): Promise<Home> {
    const one = await fleet.join(machine, sessions[machine], (own) => {
      const folder = join('.config', 'holdfast', 'workflows');
      mkdirSync(join(own.home, folder), { recursive: true });
      own.write(join('..', 'home', folder, 'two.yaml'), workflow(check));
      own.settings({ fleetShares: ['runs', 'run-logs', 'receipts'] });
    });
    await one.send('SessionStart', { source: 'startup' });
    return one;
  }

  /** A command of the agent in the machine's session. */
  const agent = async (one: Home, ...args: string[]) => {
    const ran = await one.run([...args, '--session', one.session, '--json']);
    const text = ran.code === 2 ? ran.err : ran.out;
    return { code: ran.code, text, answer: ran.code === 2 ? undefined : JSON.parse(ran.out) };
  };
  const reads = async (one: Home, name: string) => {
    const path = join(one.project, name);
    one.callRows(
      'toolu_read',
      'Read',
      { file_path: path },
      {
        text: '     1\tfirst',
        structured: {
          type: 'text',
          file: { filePath: path, content: 'first', numLines: 1, startLine: 1, totalLines: 1 },
        },
      },
    );
  };

  it('keeps its steps and what they were given, waits for evidence of where it goes on, and says where it went', async () => {
    const a = await home('a');
    const b = await home('b');
    const begun = await agent(a, 'workflow', 'start', 'two', '--set', 'about=prices');
    const { run, view } = begun.answer;
    a.write('first.txt', 'first');
    const next = await agent(
      a,
      'workflow',
      'next',
      '--token',
      view.token,
      '--note',
      'It is short.',
    );
    expect(next.answer, next.text).toMatchObject({ outcome: 'advanced', view: { step: 'second' } });
    await a.ok('fleet', 'sync');

    // Seen on the other machine, with its step.
    await b.ok('fleet', 'sync');
    expect((await b.data('fleet', 'status', '--local')).reports).toMatchObject([
      { kind: 'run', id: run, machine: 'a', facts: { status: 'open', step: expect.any(String) } },
    ]);
    expect(await b.ok('fleet', 'carry')).toMatch(new RegExp(`^${run} +a +`, 'm'));

    // Nobody continues it unasked.
    expect(await b.run(['fleet', 'carry', run])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"about":"prices"'),
    });
    const carried = await b.data('fleet', 'carry', run, '--yes');
    expect(carried).toMatchObject({ run, from: 'a', status: 'open' });
    b.write('first.txt', 'first');
    const resumed = await agent(b, 'workflow', 'resume', run);
    expect(resumed.answer, resumed.text).toMatchObject({ view: { step: 'second' } });
    expect(resumed.text).not.toContain(a.project);

    // The first machine learns it, and its session works on it no more.
    expect((await a.run(['fleet', 'sync'])).err).toContain(`The run ${run} continues on b`);
    const stale = await agent(
      a,
      'workflow',
      'next',
      '--run',
      run,
      '--token',
      next.answer.view.token,
    );
    expect(stale.text).toContain('continues on the machine b');
    expect(a.kinds()).toContain('workflow.left');

    // A file that only the other machine's session read was not read here.
    b.write('second.txt', 'second');
    const token = resumed.answer.view.token;
    const early = await agent(b, 'workflow', 'next', '--token', token);
    expect(early.answer, early.text).toMatchObject({ outcome: 'missing' });
    await reads(b, 'first.txt');
    const done = await agent(b, 'workflow', 'next', '--token', token);
    expect(done.answer, done.text).toMatchObject({ outcome: 'done' });

    await b.ok('fleet', 'sync');
    await a.ok('fleet', 'sync');
    const [seen] = (await a.data('fleet', 'status', '--local')).reports;
    expect(seen).toMatchObject({ machine: 'b', facts: { status: 'done', 'continued from': 'a' } });
    // And back: what was here is kept beside it.
    expect(await a.data('fleet', 'carry', run, '--yes')).toMatchObject({ status: 'done' });
    const names = readdirSync(join(a.state, 'workflows', run));
    expect(names.filter((name) => name.endsWith('.kept'))).toHaveLength(1);
  });

  it('is not continued where its workflow is another one, whose steps could run what nobody here agreed to', async () => {
    const a = await home('a');
    const b = await home('b', 'other');
    const { run } = (await agent(a, 'workflow', 'start', 'two', '--set', 'about=x')).answer;
    await a.ok('fleet', 'sync');
    const refused = await b.run(['fleet', 'carry', run, '--yes']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not the same') });
    expect(existsSync(join(b.state, 'workflows', run))).toBe(false);
    expect((await fleet.database().query('select machine from holdfast.runs')).rows).toEqual([
      { machine: 'a' },
    ]);
  });

  it('lets receipts of both machines be read on both', async () => {
    const a = await home('a');
    const b = await home('b');
    for (const one of [a, b]) {
      await one.send('UserPromptSubmit', { prompt: 'Begin.' });
      one.userRow('Begin.');
      await one.compact();
      await one.ok('fleet', 'sync');
    }
    await a.ok('fleet', 'sync');
    const receiptsAt = async (one: Home) =>
      (await one.data('fleet', 'status', '--local')).reports
        .map(({ machine, id }: { machine: string; id: string }) => `${machine} ${id}`)
        .sort();
    const both = [`a claude-code/${sessions.a}`, `b claude-code/${sessions.b}`];
    expect(await receiptsAt(a)).toEqual(both);
    expect(await receiptsAt(b)).toEqual(both);
  });
});

withPostgres('who may continue a run', (postgres) => {
  const { owner, as } = withMembers(postgres, [
    ['run_lead', 'p', 'lead'],
    ['run_a', 'p', 'worker'],
    ['run_b', 'p', 'worker'],
    ['run_read', 'p', 'reader'],
    ['run_q', 'q', 'worker'],
  ]);
  const refused = { code: 'refused' };

  async function machineOf(role: string, machine: string, project = 'p') {
    const place = { project, machine };
    await fleetStore(as(role), place).beat({ labels: [], most: 0, running: 0 });
    return fleetRuns(as(role), place);
  }

  it('is a lead at any time, a worker once nothing happened for a while, and nobody of another project', async () => {
    const a = await machineOf('run_a', 'a');
    const b = await machineOf('run_b', 'b');
    const lead = await machineOf('run_lead', 'l');
    const q = await machineOf('run_q', 'x', 'q');
    const reader = fleetRuns(as('run_read'), { project: 'p', machine: 'r' });
    const one = { id: 'abcd1234', log: 'first\n' };
    await a.tell([one], [one.id]);
    const from = { machine: 'a', log: one.log };
    expect(await q.read(one.id)).toBeUndefined();
    expect(await reader.read(one.id)).toEqual(from);
    await expect(b.take(one.id, from)).rejects.toMatchObject(refused);
    expect(await reader.take(one.id, from)).toBe(false);
    // What another machine has is not written over, in whoever's name.
    await b.tell([{ id: one.id, log: 'forged\n' }], []);
    const forged = fleetRuns(as('run_b'), { project: 'p', machine: 'a' });
    await expect(forged.tell([{ id: one.id, log: 'forged\n' }], [])).rejects.toMatchObject(refused);
    await expect(
      as('run_b').query("update holdfast.runs set machine = 'b', log = 'forged'"),
    ).rejects.toMatchObject(refused);
    expect(await lead.read(one.id)).toEqual(from);
    // It was changed since it was read.
    expect(await lead.take(one.id, { machine: 'a', log: 'older\n' })).toBe(false);
    expect(await lead.take(one.id, from)).toBe(true);
    expect(await a.elsewhere([one.id])).toEqual(new Map([[one.id, 'l']]));
    await a.tell([{ id: one.id, log: 'late\n' }], [one.id]);
    expect(await lead.read(one.id)).toEqual({ machine: 'l', log: one.log });

    await owner().query('alter table holdfast.runs disable trigger guard_run');
    await owner().query("update holdfast.runs set at = clock_timestamp() - interval '16 minutes'");
    await owner().query('alter table holdfast.runs enable trigger guard_run');
    expect(await b.take(one.id, { machine: 'l', log: one.log })).toBe(true);
    await expect(
      b.tell([{ id: 'long1234', log: 'x'.repeat(4 * 1024 * 1024 + 1) }], []),
    ).rejects.toMatchObject({ code: 'malformed' });
  });
});
