import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');
let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

function run(env: Record<string, string>, ...args: string[]): string {
  const { stdout } = spawnSync(process.execPath, [cli, ...args], {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, ...env },
    encoding: 'utf8',
  });
  return stdout;
}

it('hooks that find the usual state folder are right for the daemon too, which names it', () => {
  mkdirSync(join(machine.home, '.claude'), { recursive: true });
  writeFileSync(join(machine.home, '.claude', 'settings.json'), '{}');
  run({}, 'init', '--yes', '--host', 'claude-code');
  const named = { HOLDFAST_HOME: join(machine.home, '.local', 'state', 'holdfast') };
  expect(run(named, 'doctor')).toMatch(/^ok +claude-code hooks \(user\): \d+ in /m);
});
