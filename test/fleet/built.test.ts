import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { processesOf, type Step } from '../fake-client/bench.ts';
import { servingFleet } from './serving.ts';
import { withPostgres } from './with-postgres.ts';

const limit = { timeout: 60_000, interval: 100 };
const hangs: Step[] = ['init', ['sleep', 600_000]];

withPostgres('the built command in a fleet', (postgres) => {
  const fleet = servingFleet(postgres);
  const { machine, rows } = fleet;
  const fileOf = (one: { bench: { sandbox: { project: string } } }, id: string) =>
    join(one.bench.sandbox.project, '.holdfast', 'tickets', `${id}.md`);

  it("sends what an editor writes into a worker's ticket again and again", async () => {
    const a = await machine('a', hangs);
    a.bench.ticket('task');
    await a.ok('run', 'task', '--host', 'claude-code', '--detach');
    await vi.waitFor(() => expect(a.bench.left('starts')).not.toBe(''), limit);
    // Three of them, each after the one before arrived: none can be the work of a command that was begun earlier.
    for (const word of ['first', 'second', 'third']) {
      const path = fileOf(a, 'task');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('\n## Result', `- ${word} by hand\n\n## Result`));
      await vi.waitFor(async () => {
        const found = await rows(
          'select from holdfast.progress where line = $1',
          `${word} by hand`,
        );
        expect(found).toHaveLength(1);
      }, limit);
    }
  });

  it('stops a worker whose ticket another machine has by now, and its client', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    a.bench.ticket('task');
    await a.ok('run', 'task', '--host', 'claude-code', '--detach');
    await vi.waitFor(() => expect(a.bench.left('starts')).not.toBe(''), limit);
    await b.ok('fleet', 'sync');
    const { worker } = a.bench.worker('task')!.launch;
    expect(processesOf(worker)).not.toEqual([]);
    // As if this machine had been cut off for longer than its lease lasted.
    await rows(
      "update holdfast.tickets set machine = 'b', worker = 'other', term = term + 1, until = clock_timestamp() + interval '1 hour'",
    );
    await vi.waitFor(() => expect(a.bench.worker('task')!.state.status).toBe('interrupted'), limit);
    await vi.waitFor(() => expect(processesOf(worker)).toEqual([]), limit);
    const said = await a.run('ticket', 'progress', 'task', 'one more', '--owner', worker);
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('other')]);
    expect(await rows('select machine, worker from holdfast.tickets')).toEqual([
      { machine: 'b', worker: 'other' },
    ]);
  });

  it('shows machines with their workers and leases, and how long what is here waits', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    b.bench.ticket('task');
    b.bench.ticket('other');
    await b.ok('fleet', 'sync');
    await b.ok('run', 'task', '--host', 'claude-code', '--detach');
    await a.ok('fleet', 'sync');
    const path = fileOf(a, 'other');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Do it.', 'Do it well.'));
    await vi.waitFor(async () => {
      const status = JSON.parse(await a.ok('fleet', 'status', '--json'));
      expect(status).toMatchObject({
        reachable: true,
        waits: ['other'],
        oldestMs: expect.any(Number),
        syncedMs: expect.any(Number),
        machines: [
          { machine: 'a', running: 0, leases: 0, ageMs: expect.any(Number) },
          { machine: 'b', running: 1, leases: 1, ageMs: expect.any(Number) },
        ],
      });
    }, limit);
    const text = await a.ok('fleet', 'status');
    expect(text).toMatch(/^machine +labels +workers +leases +seen$/m);
    expect(text).toMatch(/^1 ticket changed here and not sent yet, the oldest \d+ s ago: other$/m);
    expect(text).toMatch(/^Last sent and fetched \d+ s ago\.$/m);
    await a.ok('fleet', 'sync');
    expect(await a.ok('fleet', 'status')).toContain('Nothing waits here.');
    const away = await a.bench.holdfast(['fleet', 'status', '--json'], {
      env: { HOLDFAST_FLEET: 'postgres://nobody@127.0.0.1:1/none' },
    });
    expect(away.code).toBe(1);
    expect(JSON.parse(away.out)).toMatchObject({ reachable: false, waits: [] });
  });

  it("goes on with claimed work where neither the fleet nor the worker's process can be seen, as in a client's sandbox", async () => {
    const a = await machine('a', hangs);
    a.bench.ticket('task');
    a.bench.ticket('free');
    const gone = spawn('sleep', ['600']);
    await a.ok('ticket', 'claim', 'task', '--owner', 'w', '--pid', String(gone.pid));
    const ended = once(gone, 'exit');
    gone.kill();
    await ended;
    const env = { HOLDFAST_FLEET: 'postgres://nobody@127.0.0.1:1/none' };
    const report = (owner: string, id: string) =>
      a.bench.holdfast(['ticket', 'progress', id, `by ${owner}`, '--owner', owner], { env });
    expect(await report('w', 'task')).toMatchObject({ code: 0 });
    expect(await report('v', 'task')).toMatchObject({ code: 1 });
    expect(await report('w', 'free')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be reached'),
    });
    expect(a.ticket('task')).toContain('by w');
  });

  it('brings a message to the worker of another machine, and shows its workers where they are shared', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    const config = join(b.bench.sandbox.home, '.config', 'holdfast');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.json'), '{"fleetShares":["workers"]}');
    b.bench.ticket('task');
    await b.ok('run', 'task', '--host', 'claude-code', '--detach');
    const { worker } = b.bench.worker('task')!.launch;
    await vi.waitFor(async () => {
      await a.ok('fleet', 'sync');
      expect(await a.ok('fleet', 'status', '--local')).toContain(worker);
    }, limit);
    const said = await a.ok('send', 'task', 'Use the new API.');
    expect(said).toContain(`Sent to ${worker} on b.`);
    await vi.waitFor(async () => {
      const { messages } = JSON.parse(await b.ok('send', worker, '--list', '--json'));
      expect(messages).toMatchObject([{ from: 'the user on a', text: 'Use the new API.' }]);
    }, limit);
    await vi.waitFor(async () => {
      await a.ok('fleet', 'sync');
      const status = JSON.parse(await a.ok('fleet', 'status', '--local', '--json'));
      expect(status).toMatchObject({
        joined: true,
        sent: [{ worker, machine: 'b', state: 'arrived' }],
        reports: [{ kind: 'worker', id: worker, machine: 'b', facts: { client: 'claude-code' } }],
      });
    }, limit);
    expect(await a.ok('ticket', 'show', 'task')).toMatch(/worker task-\w+ on b: \w+/);
    // What is not shared does not leave: this machine tells nothing.
    expect(await b.ok('fleet', 'status')).not.toMatch(/^worker .* a /m);
  });

  it('exports all tickets as they are, with machine and role of each line', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    a.bench.ticket('one');
    a.bench.ticket('two');
    await a.ok('fleet', 'sync');
    await b.ok('fleet', 'sync');
    await b.ok('ticket', 'claim', 'two', '--owner', 'w');
    await b.ok('ticket', 'progress', 'two', 'found it', '--owner', 'w');
    await b.ok('fleet', 'sync');
    const { project, tickets } = JSON.parse(await a.ok('fleet', 'export'));
    expect(project).toBe(JSON.parse(await a.ok('fleet', 'status', '--json')).project);
    expect(tickets).toMatchObject([
      { id: 'one', text: a.ticket('one'), reported: [] },
      {
        id: 'two',
        text: b.ticket('two'),
        lease: { machine: 'b', worker: 'w' },
        reported: [{ machine: 'b', role: 'postgres', line: expect.stringMatching(/found it$/) }],
      },
    ]);
  });

  it('leaves with every file byte for byte as it is in the fleet, and works on without one', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    const odd = `\uFEFF---\nid: odd\ntitle: Ä\nstatus: queued\n# a comment\nown_key:  kept\n---\n\n## Contract\n\nDo it.\n\n## Progress\n\n## Result\n`;
    a.bench.sandbox.write('.holdfast/tickets/odd.md', odd.replaceAll('\n', '\r\n'));
    a.bench.ticket('task');
    await a.ok('fleet', 'sync');
    await b.ok('fleet', 'sync');
    await b.ok('ticket', 'claim', 'task', '--owner', 'w');
    await b.ok('ticket', 'done', 'task', '--owner', 'w', '--result', 'it is made');
    expect(await b.ok('fleet', 'leave')).toContain(
      '2 tickets of 2 are here as they are there, byte for byte.',
    );
    await a.ok('fleet', 'leave');
    for (const id of ['odd', 'task']) {
      expect(readFileSync(fileOf(a, id)).equals(readFileSync(fileOf(b, id))), id).toBe(true);
    }
    expect(readFileSync(fileOf(b, 'odd'), 'utf8')).toBe(odd.replaceAll('\n', '\r\n'));
    expect(a.ticket('task')).toContain('it is made');
    expect((await a.run('fleet', 'sync')).code).toBe(2);
    await fleet.without(a, 'ticket', 'claim', 'odd', '--owner', 'me');
    expect(await rows('select from holdfast.tickets where machine is not null')).toEqual([]);
  });
});
