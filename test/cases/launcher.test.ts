import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Machine, makeMachine } from '../app/install/machine.ts';
import { bundle, type Ran, runProcess } from './hook-process.ts';
import { Rig } from './rig.ts';

let rig: Rig;
let machine: Machine;
let sessions = 0;
beforeEach(() => {
  rig = new Rig();
  machine = makeMachine(readFileSync(bundle, 'utf8'));
  machine.init();
});
afterEach(() => {
  rig.remove();
  machine.remove();
});

interface Settings {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}

/** Runs the registered command of SessionStart for a session of its own as the client does: `/bin/sh -c`, the payload on its input. */
function start(env: Record<string, string> = {}): Promise<Ran> {
  sessions += 1;
  rig.session = `session-${sessions}`;
  rig.userRow('Do the plan. Never push to main.');
  const { hooks } = JSON.parse(machine.read(machine.user)) as Settings;
  const command = hooks.SessionStart![0]!.hooks[0]!.command;
  return runProcess({
    env: { ...rig.env, HOLDFAST_HOME: machine.state, CLAUDECODE: '1', ...env },
    input: JSON.stringify(rig.payload('SessionStart', { source: 'compact' })),
    program: '/bin/sh',
    args: ['-c', command],
  });
}

/** A program that says something before it does what it is for. */
function chatty(name: string, text: string): string {
  const folder = join(rig.root, 'shims');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

function expectOneAnswer(ran: Ran): void {
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(JSON.parse(ran.stdout).hookSpecificOutput.additionalContext).toContain('Never push');
}

const silent = { stdout: '', stderr: '', code: 0, signal: null };

describe('the registered command with the real hook program', () => {
  it('prints one document where profiles, wrappers and options of others print too [case 23]', async () => {
    const profile = chatty('profile', 'echo Welcome\n');
    const shim = `#!/bin/sh\n[ -n "$CLAUDECODE" ] && echo '{"shim":"says hello"}'\nexec '${process.execPath}' "$@"\n`;
    const node = chatty('node', shim);
    const preload = chatty(
      'preload.cjs',
      'console.log("from a dependency"); console.error("warned");\n',
    );
    expectOneAnswer(
      await start({
        BASH_ENV: profile,
        ENV: profile,
        PATH: `${join(node, '..')}:/usr/bin:/bin`,
        NODE_OPTIONS: `--require ${preload} --trace-deprecation`,
        NODE_DEBUG: 'fs,net',
        CLAUDE_CODE_ENTRYPOINT: 'cli',
        AI_AGENT: '1',
      }),
    );
  });

  it('needs neither a wide PATH nor a variable of the host [case 26]', async () => {
    expectOneAnswer(await start({ PATH: '/usr/bin:/bin', CLAUDE_PLUGIN_ROOT: '' }));
    expectOneAnswer(await start({ PATH: '' }));
  });

  it('goes on with the version that is left while a session runs, and is quiet with none [case 26]', async () => {
    const runtimes = machine.context.paths.runtimes;
    renameSync(join(runtimes, '1.2.3'), join(runtimes, '1.3.0'));
    expectOneAnswer(await start());
    renameSync(join(runtimes, '1.3.0', 'hook.cjs'), join(runtimes, '1.3.0', 'other.cjs'));
    for (let call = 0; call < 3; call += 1) expect(await start()).toEqual(silent);
    removeFolder(runtimes);
    expect(await start()).toEqual(silent);
    const notes = machine.context.disk.list(machine.context.paths.notes);
    expect(notes).toEqual(['bundle-missing']);
    removeFolder(machine.state);
    expect(await start()).toEqual(silent);
  });

  it('a hook program that is damaged is quiet and leaves one note [case 26]', async () => {
    writeFileSync(join(machine.context.paths.runtimes, '1.2.3', 'hook.cjs'), 'require("gone");\n');
    for (let call = 0; call < 3; call += 1) expect(await start()).toEqual(silent);
    expect(machine.context.disk.list(machine.context.paths.notes)).toEqual(['hook-failed']);
  });
});
