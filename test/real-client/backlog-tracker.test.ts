import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../harness/clients.ts';
import { fetchPinned } from '../../harness/fetch-client.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

let machine: CliMachine;
let env: Record<string, string>;
beforeAll(async () => {
  machine = makeCliMachine();
  const { path } = await fetchPinned(tools.backlog);
  const bin = join(machine.folder, 'bin');
  mkdirSync(bin);
  symlinkSync(path, join(bin, 'backlog'));
  env = { PATH: `${bin}:${process.env.PATH}`, HOME: machine.home };
  const settings = join(machine.home, '.config', 'holdfast');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ tracker: 'backlog' }));
  spawnSync('git', ['init', '-q', machine.project]);
  program('backlog', 'init', 'Shop', '--defaults', '--integration-mode', 'none');
  program('backlog', 'task', 'create', 'Faster export');
}, 300_000);
afterAll(() => machine?.remove());

function program(name: string, ...args: string[]): string {
  const ran = spawnSync(name, args, {
    cwd: machine.project,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (ran.status !== 0) throw new Error(`${name} ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

const holdfast = (...args: string[]) => machine.run(args, { env });

/** Until nothing waits any more. */
function sendAll(): void {
  for (let tries = 0; tries < 60; tries += 1) {
    holdfast('tracker', 'send');
    const { waiting, failed, unsure } = JSON.parse(holdfast('tracker', 'status', '--json').out);
    if (failed.length > 0 || unsure.length > 0) throw new Error(holdfast('tracker', 'status').out);
    if (waiting.length === 0) return;
  }
  throw new Error(holdfast('tracker', 'status').out);
}

function taskFile(): string {
  const folder = join(machine.project, 'backlog', 'tasks');
  return readFileSync(
    join(folder, readdirSync(folder).find((name) => /^task-1 /.test(name))!),
    'utf8',
  );
}

describe('Backlog.md', () => {
  it('is told each step of a ticket once: a comment and the status [R33]', () => {
    holdfast('ticket', 'new', 'Faster export', '--id', 't', '--tracker', 'TASK-1');
    holdfast('ticket', 'claim', 't', '--owner', 'w1');
    holdfast('ticket', 'progress', 't', 'the query has no index');
    sendAll();
    expect(taskFile()).toMatch(/^status: In Progress$/m);
    holdfast('ticket', 'done', 't', '--result', 'three times faster');
    sendAll();
    holdfast('tracker', 'send');
    const text = taskFile();
    expect(text).toMatch(/^status: Done$/m);
    const ended = 'done: Faster export. last: done. result: three times faster';
    for (const comment of ['claimed by w1', 'the query has no index', ended]) {
      expect(text.split('\n').filter((line) => line === comment)).toEqual([comment]);
    }
  }, 180_000);
});
