import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { type Answer, fullContext, type Policy, textOf, toldText } from '../../harness/request.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { processIdentity } from '../../src/platform/process-identity.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';
import { commandLine, newTicket, until, workerOf } from './worker-kit.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
const progress = (text: string): Answer => ({
  calls: [tools.shell(`holdfast ticket progress T-1 "${text}"`)],
});
/** A command that only reads, and so is allowed unasked. */
const waitForEver = tools.shell('tail -f .holdfast/tickets/T-1.md');
const done: Answer = { calls: [tools.shell('holdfast ticket done T-1 --result "it holds"')] };

/** A workplace with the ticket T-1, and the command line. */
async function openTicket(policy: Policy) {
  const work = await openWorkplace(client!, { plan: '', policy: () => policy });
  const holdfast = commandLine(client!, claudeCodeDriver, work);
  const path = await newTicket(holdfast, 'T-1', ['--objective', 'mark-objective-7']);
  const run = (...more: string[]) =>
    holdfast(['run', 'T-1', '--host', 'claude-code', '--json', ...more]);
  return { work, holdfast, path, run, ticket: () => readFileSync(path, 'utf8') };
}

function workerIn(stdout: string, work: Workplace) {
  const [{ worker }] = JSON.parse(stdout) as [{ worker: string }];
  return { id: worker, ...workerOf(work, worker) };
}

describe.skipIf(!client)('a worker on the real client', () => {
  it('is completed when it has made its ticket done, and is told its ticket [R45] [R3]', async () => {
    const { work, run, path, ticket } = await openTicket(
      answering([{ text: 'I begin.', ...progress('began') }, done]),
    );
    const ran = await run();
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    const { launch, state } = workerIn(ran.stdout, work);
    expect([state.status, state.spent.toolUses]).toEqual(['completed', 2]);
    expect(ticket()).toContain('it holds');
    expect(ticket().match(/began/g)).toHaveLength(1);
    expect(state.firstPrompt).toContain('mark-objective-7');
    const session = launch.sessions.at(-1)!.split('/')[1]!;
    expect(launch.sessions).toEqual([`claude-code/${session}`]);
    const main = work.server.log.find(({ kind }) => kind === 'main')!;
    expect(toldText(main)).toContain(path);
    expect(work.server.faults).toEqual([]);
  });

  it('runs unasked what a person allowed, and has no tools that start others [R45] [R47]', async () => {
    const { work } = await openTicket(
      answering([
        { calls: [tools.shell('sh check.sh 2>&1 | tail -3')] },
        { calls: [tools.shell('sh other.sh')] },
        done,
      ]),
    );
    work.sandbox.write('check.sh', 'echo checked-77\n');
    work.sandbox.write('other.sh', 'echo other-78\n');
    const config = `${work.sandbox.home}/.config/holdfast`;
    mkdirSync(config, { recursive: true });
    writeFileSync(`${config}/config.json`, JSON.stringify({ workerAllow: ['Bash(sh check.sh)'] }));
    // What nobody allows is denied after 12 seconds in place of two minutes.
    const soon = commandLine(client!, claudeCodeDriver, work, { HOLDFAST_WORKER_PACE: '0.1' });
    const ran = await soon(['run', 'T-1', '--host', 'claude-code', '--json']);
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    const told = work.server.log.filter(({ kind }) => kind === 'main');
    const last = textOf(told.at(-1)!);
    expect(last).toContain('checked-77');
    expect(last).not.toContain('other-78');
    expect(last).toContain('Nobody allowed this');
    const offered = told.flatMap(({ tools: names = [] }) => names);
    expect(offered).toContain('Bash');
    for (const name of ['Agent', 'Task', 'Workflow']) expect(offered).not.toContain(name);
  });

  it('goes on behind a compaction with its ticket before it, and the compaction is counted [R45] [R7]', async () => {
    const { work, run, path, ticket } = await openTicket(
      answering([
        progress('step one'),
        { calls: [tools.shell('echo on')], inputTokens: fullContext },
        progress('step two'),
        done,
      ]),
    );
    const ran = await run();
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    const { state, id } = workerIn(ran.stdout, work);
    expect([state.status, state.compactions, state.restarts]).toEqual(['completed', 1, 0]);
    for (const step of ['step one', 'step two']) expect(ticket().split(step)).toHaveLength(2);
    const summary = work.server.log.findIndex(({ kind }) => kind === 'summary');
    const behind = work.server.log.slice(summary).find(({ kind }) => kind === 'main')!;
    expect(textOf(behind)).toContain(path);
    expect(state.activities.map(({ kind }) => kind)).toContain('compaction');
    expect(work.journal(workerOf(work, id).launch.sessions[0]!.split('/')[1]!)).toContain('armed');
  });

  it('whose client is killed in the middle is started again with its session, and no step is lost or done twice [R45]', async () => {
    const { work, run, holdfast, ticket } = await openTicket((request, earlier) => {
      if (request.kind !== 'main') return {};
      const again = textOf(request).includes('Your client was started again');
      if (!again) return request.nth === 0 ? progress('step one') : { calls: [waitForEver] };
      const since = earlier.filter((one) => textOf(one).includes('Your client was started again'));
      return since.length === 0
        ? progress('step two')
        : since.length === 1
          ? done
          : { text: 'Done.' };
    });
    const started = await run('--detach');
    const [{ worker }] = JSON.parse(started.stdout) as [{ worker: string }];
    const sleeping = () => workerOf(work, worker).state.activities.at(-1)?.text.includes('tail -f');
    await until(sleeping, 'it sleeps');
    const { client: process_ } = workerOf(work, worker).state;
    process.kill(process_!.pid, 'SIGKILL');
    await until(() => workerOf(work, worker).state.ended, 'it ends', 90_000);
    const { state, launch } = workerOf(work, worker);
    expect([state.status, state.restarts, launch.run]).toEqual(['completed', 1, 2]);
    expect(launch.sessions).toHaveLength(1);
    for (const step of ['step one', 'step two']) expect(ticket().split(step)).toHaveLength(2);
    const resumed = work.server.log.at(-1)!;
    expect(textOf(resumed)).toContain('step one');
    const listed = JSON.parse((await holdfast(['workers', '--json'])).stdout);
    expect(listed[0].status).toBe('completed');
  });

  it('is stopped in the middle of a tool call, and nothing of it is left [R45]', async () => {
    const { work, run, holdfast } = await openTicket(answering([{ calls: [waitForEver] }]));
    const [{ worker }] = JSON.parse((await run('--detach')).stdout) as [{ worker: string }];
    await until(
      () => workerOf(work, worker).state.activities.at(-1)?.text.includes('tail -f'),
      'it sleeps',
    );
    const { client: process_ } = workerOf(work, worker).state;
    const stopped = await holdfast(['stop', worker]);
    expect([stopped.code, stopped.stdout.trim()]).toEqual([
      0,
      `${worker} is interrupted. It was stopped.`,
    ]);
    expect(processIdentity(process_!.pid)).toBeUndefined();
  });

  it('is told a message while it works, once [R45] [case 55]', async () => {
    const { work, run, holdfast } = await openTicket((request) => {
      if (request.kind !== 'main') return {};
      if (request.nth === 0) return { calls: [tools.shell('sleep 3')] };
      return request.nth === 1 ? done : { text: 'Done.' };
    });
    const [{ worker }] = JSON.parse((await run('--detach')).stdout) as [{ worker: string }];
    await until(
      () => workerOf(work, worker).state.activities.at(-1)?.text.includes('sleep 3'),
      'it works',
    );
    await holdfast(['send', worker, 'paint it blue']);
    await until(() => workerOf(work, worker).state.ended, 'it ends', 60_000);
    const last = textOf(work.server.log.filter(({ kind }) => kind === 'main').at(-1)!);
    expect(last.split('paint it blue')).toHaveLength(2);
  });
});

const codex = await bringClient('codex');

describe.skipIf(!codex)('a worker on a real client that takes nothing while it runs', () => {
  it('that ends its turn too early is told so in its session, with the messages for it [R45] [case 55]', async () => {
    const { shell } = codexDriver.tools;
    const work = await openWorkplace(codex!, {
      plan: '',
      driver: codexDriver,
      policy: () => (request) => {
        if (request.kind !== 'main') return {};
        if (request.nth === 0) return { calls: [shell('sleep 2')] };
        if (request.nth === 1) return { text: 'All is done!' };
        return request.nth === 2
          ? { calls: [shell('holdfast ticket done T-1 --result "it holds"')] }
          : { text: 'Done.' };
      },
    });
    const holdfast = commandLine(codex!, codexDriver, work);
    await newTicket(holdfast, 'T-1');
    const started = await holdfast(['run', 'T-1', '--host', 'codex', '--json', '--detach']);
    const { id } = workerIn(started.stdout, work);
    await until(() => work.server.log.some(({ kind }) => kind === 'main'), 'it works');
    await holdfast(['send', id, 'paint it blue']);
    await until(() => workerOf(work, id).state.ended, 'it ends', 60_000);
    const { launch, state } = workerOf(work, id);
    expect([state.status, launch.run, state.restarts]).toEqual(['completed', 2, 0]);
    expect(launch.sessions).toHaveLength(1);
    const last = textOf(work.server.log.filter(({ kind }) => kind === 'main').at(-1)!);
    expect(last.split('paint it blue')).toHaveLength(2);
    expect(last.split('is not finished: its status is')).toHaveLength(2);
  });
});
