import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { launcherScript } from '../../../src/app/install/launcher.ts';
import { windowsLauncherScript } from '../../../src/app/install/windows-launchers.ts';
import { type Machine, makeMachine } from './machine.ts';

/** A hook program that says how it was started. */
const bundle = `
const { readFileSync } = require('node:fs');
const input = readFileSync(0, 'utf8');
const { HOLDFAST_HOME, NODE_OPTIONS } = process.env;
process.stdout.write(JSON.stringify({ args: process.argv.slice(2), input, HOLDFAST_HOME, NODE_OPTIONS, node: process.execPath }));
console.error('a warning that nobody may see');
`;

let machine: Machine;
beforeEach(() => {
  machine = makeMachine(bundle);
  machine.init('user');
});
afterEach(() => machine.remove());

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(env: Record<string, string> = {}, launcher = machine.context.paths.launcher): Run {
  const { status, stdout, stderr } = spawnSync(launcher, ['a-host', 'An Event'], {
    input: '{"x":1}',
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  return { code: status, stdout, stderr };
}

const silent: Run = { code: 0, stdout: '', stderr: '' };
const notes = () => readdirSync(machine.context.paths.notes);

describe('the launcher', () => {
  it('starts the hook program with arguments, input and the state folder it lies in', () => {
    const run = start();
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toEqual({
      args: ['a-host', 'An Event'],
      input: '{"x":1}',
      HOLDFAST_HOME: machine.state,
      node: process.execPath,
    });
  });

  it('takes a closed standard input for an empty one, and vetoes nothing', () => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'exec "$0" a-host <&-', machine.context.paths.launcher],
      { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).input).toBe('');
  });

  it('tells the hook program an absolute state folder, however it is started itself', () => {
    const { stdout } = spawnSync('./bin/hook', ['a-host'], {
      cwd: machine.state,
      input: '{}',
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin' },
    });
    expect(JSON.parse(stdout).HOLDFAST_HOME).toBe(`${machine.state}/.`);
  });

  it('runs the interpreter of init, not a shim that comes first on PATH [case 23]', () => {
    const shims = join(machine.folder, 'shims');
    mkdirSync(shims);
    writeFileSync(join(shims, 'node'), '#!/bin/sh\necho \'{"banner":true}\'\n', { mode: 0o755 });
    const run = start({ PATH: `${shims}:/usr/bin:/bin`, CLAUDECODE: '1' });
    expect(JSON.parse(run.stdout)).toMatchObject({ node: process.execPath });
  });

  it('is not touched by options and profiles meant for other programs [case 23] [case 73]', () => {
    const noisy = join(machine.folder, 'noisy.cjs');
    const profile = join(machine.folder, 'profile.sh');
    writeFileSync(noisy, 'console.log("noise")');
    writeFileSync(profile, 'echo noise');
    const run = start({ NODE_OPTIONS: `--require "${noisy}"`, ENV: profile, BASH_ENV: profile });
    expect(JSON.parse(run.stdout).NODE_OPTIONS).toBeUndefined();
  });

  it.each([
    ['1', false],
    ['yes', false],
    ['0', true],
    ['', true],
  ])('HOLDFAST_DISABLE=%j: runs is %s', (value, runs) => {
    expect(start({ HOLDFAST_DISABLE: value }).stdout !== '').toBe(runs);
  });

  it('takes node of PATH when its own is gone, and is silent with one note when there is none [case 26]', () => {
    machine.context.nodePath = join(machine.folder, "gone's", 'node');
    machine.init('user');
    const bin = join(machine.folder, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, 'node'));
    expect(JSON.parse(start({ PATH: `${bin}:/usr/bin:/bin` }).stdout).args).toEqual([
      'a-host',
      'An Event',
    ]);

    removeFolder(bin);
    mkdirSync(bin);
    // A PATH with what a shell script needs, but without node.
    symlinkSync(execFileSync('which', ['mkdir'], { encoding: 'utf8' }).trim(), join(bin, 'mkdir'));
    for (let count = 0; count < 2; count += 1) expect(start({ PATH: bin })).toEqual(silent);
    expect(notes()).toEqual(['node-missing']);
  });

  it('runs the newest program that is left when its version was deleted [case 26]', () => {
    const { runtimes } = machine.context.paths;
    for (const [version, day] of [
      ['0.9.0', 1],
      ['0.10.0', 2],
      ['0.2.0', 0],
    ] as const) {
      mkdirSync(join(runtimes, version));
      const path = join(runtimes, version, 'hook.cjs');
      writeFileSync(path, `console.log(${JSON.stringify(version)})`);
      utimesSync(path, day * 86_400, day * 86_400);
    }
    removeFolder(join(runtimes, '1.2.3'));
    expect(start().stdout).toBe('0.10.0\n');
  });

  it('is silent with one note when no program is left, or the folder is gone [case 26]', () => {
    removeFolder(machine.context.paths.runtimes);
    for (let count = 0; count < 2; count += 1) expect(start()).toEqual(silent);
    expect(notes()).toEqual(['bundle-missing']);
  });

  it('is silent and ends 0 when the program breaks, and notes it', () => {
    const path = join(machine.context.paths.runtimes, '1.2.3', 'hook.cjs');
    writeFileSync(path, 'require("./gone.cjs")');
    expect(start()).toEqual(silent);
    writeFileSync(path, 'process.kill(process.pid, "SIGKILL")');
    expect(start()).toEqual(silent);
    expect(notes()).toEqual(['hook-failed']);
  });

  it('lets the client go on as soon as the answer is out, while the program does what nobody waits for', () => {
    const [go, done] = ['go', 'done'].map((name) => join(machine.folder, name));
    const path = join(machine.context.paths.runtimes, '1.2.3', 'hook.cjs');
    writeFileSync(
      path,
      `const fs = require('node:fs');
      fs.writeSync(1, 'answer');
      fs.closeSync(1);
      process.kill(Number(process.env.HOLDFAST_LAUNCHER), 'SIGUSR1');
      const wait = () => fs.existsSync(${JSON.stringify(go)})
        ? fs.writeFileSync(${JSON.stringify(done)}, '') : setTimeout(wait, 5);
      wait();`,
    );
    expect(start()).toEqual({ code: 0, stdout: 'answer', stderr: '' });
    writeFileSync(go!, '');
    while (!existsSync(done!)) spawnSync('sleep', ['0.05']);
    expect(existsSync(machine.context.paths.notes)).toBe(false);
  });

  it('ends at once where no answer is taken, while the program reads its input and goes on', () => {
    const [go, done] = ['go', 'done'].map((name) => join(machine.folder, name));
    const path = join(machine.context.paths.runtimes, '1.2.3', 'hook.cjs');
    writeFileSync(
      path,
      `const fs = require('node:fs');
      const input = fs.readFileSync(0, 'utf8');
      const wait = () => {
        if (!fs.existsSync(${JSON.stringify(go)})) return setTimeout(wait, 5);
        fs.writeSync(1, 'nobody hears it');
        fs.writeFileSync(${JSON.stringify(done)}, input);
      };
      wait();`,
    );
    expect(start({ HOLDFAST_NO_ANSWER: '1' })).toEqual(silent);
    writeFileSync(go!, '');
    while (!existsSync(done!)) spawnSync('sleep', ['0.05']);
    expect(readFileSync(done!, 'utf8')).toBe('{"x":1}');
    expect(existsSync(machine.context.paths.notes)).toBe(false);
  });

  describe('its alarm', () => {
    const program = (text: string): void => {
      const { runtimes, home } = machine.context.paths;
      writeFileSync(join(runtimes, '1.2.3', 'hook.cjs'), text);
      writeFileSync(
        join(home, 'bin', 'hook'),
        launcherScript('1.2.3', process.execPath, [1, 2, 3]),
      );
    };
    const block = 'for (;;);';

    it.each([
      ['heeds the first signal', block, 1],
      ['may go on for longer', `process.on('SIGUSR2', () => {}); ${block}`, 2],
      [
        'heeds none',
        `for (const s of ['USR2', 'ALRM']) process.on('SIG' + s, () => {}); ${block}`,
        3,
      ],
    ])('ends a hook whose thread is blocked and that %s', (_, text, seconds) => {
      program(text);
      const from = Date.now();
      expect(start()).toEqual(silent);
      expect(Date.now() - from).toBeGreaterThan(seconds * 1000 - 100);
      expect(Date.now() - from).toBeLessThan(seconds * 1000 + 5_000);
      expect(notes()).toEqual(['hook-late']);
    });

    it('is off as soon as the hook has ended, and leaves nothing behind', async () => {
      const go = join(machine.home, 'go');
      const { launcher, runtimes } = machine.context.paths;
      writeFileSync(
        join(runtimes, '1.2.3', 'hook.cjs'),
        `const { existsSync } = require('node:fs');
        const wait = () => existsSync(${JSON.stringify(go)}) || setTimeout(wait, 20);
        wait();`,
      );
      const running = (): number => {
        const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
        return stdout.split('\n').filter((line) => line.includes(launcher)).length;
      };
      const hook = spawn(launcher, { stdio: ['pipe', 'ignore', 'ignore'] });
      hook.stdin.end('{}');
      const ended = once(hook, 'close');
      // The launcher and its alarm.
      await vi.waitFor(() => expect(running()).toBeGreaterThan(1), { timeout: 20_000 });
      writeFileSync(go, '');
      expect(await ended).toEqual([0, null]);
      expect(existsSync(machine.context.paths.notes)).toBe(false);
      await vi.waitFor(() => expect(running()).toBe(0), { timeout: 20_000 });
    });

    it('does not ring where there is no clock to wait on', () => {
      program('setTimeout(() => console.log("done"), 300)');
      expect(start({ PATH: '' }).stdout).toBe('done\n');
    });
  });

  it('works when the state folder was moved', () => {
    const moved = join(machine.folder, 'moved "here" $HOME `x`');
    renameSync(machine.state, moved);
    const run = start({}, join(moved, 'bin', 'hook'));
    expect(JSON.parse(run.stdout).HOLDFAST_HOME).toBe(moved);
  });

  it('leaves a note without any world-readable file [case 34]', () => {
    chmodSync(machine.state, 0o700);
    removeFolder(machine.context.paths.runtimes);
    start();
    const listing = execFileSync('find', [machine.context.paths.notes, '-perm', '/077'], {
      encoding: 'utf8',
    });
    expect(listing).toBe('');
    expect(readFileSync(join(machine.context.paths.notes, 'bundle-missing'), 'utf8')).toContain(
      'no hook bundle in ',
    );
  });

  it('init clears the notes', () => {
    const { runtimes, notes: folder } = machine.context.paths;
    removeFolder(runtimes);
    start();
    machine.init('user');
    expect(machine.exists(folder)).toBe(false);
  });

  it('quotes what it names', () => {
    const script = launcherScript('1.0.0', "/o'dd/no\\de");
    expect(script).toContain(`node='/o'\\''dd/no\\de'`);
    execFileSync('/bin/sh', ['-n'], { input: script });
  });

  it('has an equivalent for cmd.exe that ends 0 and prints nothing of its own', () => {
    machine.context.windows = true;
    machine.init('user');
    const text = machine.read(`${machine.context.paths.launcher}.cmd`);
    expect(text).toBe(windowsLauncherScript('1.2.3', process.execPath));
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('@echo off');
    expect(lines.slice(-2)).toEqual(['exit /b 0', '']);
    expect(lines.filter((line) => line.includes('%NODE%" "%HOOK%"'))).toEqual([
      '"%NODE%" "%HOOK%" %* 2>nul',
    ]);
  });
});
