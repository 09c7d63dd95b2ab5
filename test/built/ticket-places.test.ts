import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pause } from '../../src/platform/pause.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

const cli = resolve(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let machine: CliMachine;
let shells: ChildProcess[];
beforeEach(() => {
  machine = makeCliMachine();
  shells = [];
  expect(machine.run(['ticket', 'new', 'Fix', '--id', 'a']).code).toBe(0);
});
afterEach(() => {
  for (const shell of shells) shell.kill('SIGKILL');
  machine.remove();
});

/** Claims from a shell of its own, which lives on afterwards. */
function claimIn(
  name: string,
  ...words: string[]
): { shell: ChildProcess; code: number; out: string } {
  const out = join(machine.folder, `${name}.out`);
  const command = [process.execPath, cli, 'ticket', 'claim', 'a', '--owner', 'w1', ...words]
    .map((word) => `'${word}'`)
    .join(' ');
  const shell = spawn(
    'sh',
    ['-c', `${command} >${out} 2>&1; echo "code $?" >${out}.code; read end`],
    {
      cwd: machine.project,
      env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  shells.push(shell);
  while (!existsSync(`${out}.code`) || !readFileSync(`${out}.code`, 'utf8').includes('\n'))
    pause(20);
  const code = Number(/code (\d+)/.exec(readFileSync(`${out}.code`, 'utf8'))![1]);
  return { shell, code, out: readFileSync(out, 'utf8').replace(/\s+/g, ' ') };
}

async function ended(shell: ChildProcess): Promise<void> {
  const exit = once(shell, 'exit');
  shell.kill('SIGKILL');
  await exit;
}

const inSession = (session: string, ...words: string[]) =>
  machine.run(['ticket', 'claim', 'a', '--owner', 'w1', ...words], {
    env: { CLAUDE_CODE_SESSION_ID: session },
  });

describe('one owner that claims a ticket from two places [case 22]', () => {
  it('is refused in the second shell while the first one lives, with the next step', async () => {
    const first = claimIn('first');
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining("is w1's now") });
    const second = claimIn('second');
    expect(second.code).toBe(1);
    expect(second.out).toContain(`claimed in another place (process ${first.shell.pid})`);
    expect(second.out).toContain('holdfast ticket claim a --owner w1 --take-over');
    await ended(first.shell);
    expect(claimIn('third')).toMatchObject({ code: 0, out: expect.stringContaining('already') });
  });

  it('moves to the place that takes over, and is refused at the next', () => {
    claimIn('first');
    const second = claimIn('second', '--take-over');
    expect(second.code).toBe(0);
    const third = claimIn('third');
    expect(third.out).toContain(`claimed in another place (process ${second.shell.pid})`);
  });

  it('has it again in the same session, and not in another one', () => {
    expect(inSession('one').code).toBe(0);
    expect(inSession('one')).toMatchObject({ code: 0, out: expect.stringContaining('already') });
    const other = inSession('two', '--json');
    expect(other.code).toBe(1);
    expect(JSON.parse(other.out)).toMatchObject({ won: false, owner: 'w1', elsewhere: 'one' });
    expect(inSession('two', '--take-over').code).toBe(0);
    expect(inSession('one').code).toBe(1);
    expect(machine.run(['ticket', 'progress', 'a', 'began', '--owner', 'w1']).code).toBe(0);
    expect(inSession('two').code).toBe(0);
  });
});
