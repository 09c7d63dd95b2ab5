import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';
import { isAlive } from './running.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(async () => {
  await bench.holdfast(['daemon', 'stop']);
  await bench.close();
});

const state = () => bench.worker('T')?.state.status;
const run = () => bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
const done = ['sh', 'holdfast ticket done T --result "it holds"'];

async function startDaemon(): Promise<number> {
  const { out } = await bench.holdfast(['daemon', 'start', '--json']);
  return JSON.parse(out).pid;
}

function parentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

function wishResume(): void {
  const folder = join(bench.sandbox.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), '{"lostWorkers": "resume"}');
}

describe('workers beside the daemon', () => {
  it('are started by it for "holdfast run", with the environment of who ran that, and outlive it', async () => {
    const daemon = await startDaemon();
    const waits = join(bench.sandbox.root, 'go');
    bench.script([
      'init',
      ['sh', `until [ -e '${waits}' ]; do sleep 0.05; done; echo "mark:$MARK"`],
      done,
      'turn',
    ]);
    bench.ticket('T');
    const ran = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach'], {
      env: { MARK: 'of the runner' },
    });
    expect(ran.code).toBe(0);
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    expect(parentOf(launch.supervisor!.pid)).toBe(daemon);
    process.kill(daemon, 'SIGKILL');
    await until(() => !isAlive(daemon), 'the daemon dies');
    writeFileSync(waits, '');
    await until(() => state() === 'completed', 'the worker goes on to its end');
    expect(bench.left('shell')).toContain('mark:of the runner');
  });

  it('are told over "holdfast run" what keeps them from starting, as without it', async () => {
    const without = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
    await startDaemon();
    const beside = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
    expect(beside).toEqual(without);
    bench.script(['init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    await run();
    await until(() => bench.left('starts'), 'it starts');
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('T is already claimed by T-'),
    });
  });

  it('that were lost are taken up again where that is wished, with the session that they had', async () => {
    wishResume();
    bench.script(['init', ['sleep', 600_000], 'deaf'], ['init', done, 'turn']);
    bench.ticket('T');
    await run();
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    process.kill(launch.supervisor!.pid, 'SIGKILL');
    await until(() => !isAlive(launch.supervisor!.pid), 'its supervisor dies');
    await startDaemon();
    await until(() => state() === 'completed', 'it goes on to its end');
    const logs = await bench.holdfast(['daemon', 'logs']);
    expect(logs.out).toMatch(new RegExp(`workers: ${launch.worker} was lost, and goes on`));
    expect(bench.worker('T')!.launch.run).toBe(2);
  });

  it('that were lost stay as they are where nobody wishes otherwise', async () => {
    bench.script(['init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    await run();
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    process.kill(launch.supervisor!.pid, 'SIGKILL');
    await startDaemon();
    const told = async () => (await bench.holdfast(['daemon', 'logs'])).out;
    let log = '';
    for (let tries = 0; tries < 50 && !log.includes('was lost'); tries += 1) log = await told();
    expect(log.match(/was lost\. It is no longer supervised/g)).toHaveLength(1);
    const { out } = await bench.holdfast(['workers', '--json']);
    expect(JSON.parse(out)[0].status).toBe('lost');
  });
});
