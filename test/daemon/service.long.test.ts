import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchdJob, systemdUnit } from '../../src/core/daemon/service.ts';
import { isAlive, RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
let bin: string;
beforeEach(() => {
  daemon = new RunningDaemon();
  bin = join(daemon.machine.folder, 'bin');
  mkdirSync(bin);
});
afterEach(() => daemon.remove());

const unit = () => join(daemon.machine.home, '.config', 'systemd', 'user', 'holdfast.service');

/** A systemctl that writes down what it is told, and ends so. */
function placeSystemctl(body = 'exit 0'): void {
  const path = join(bin, 'systemctl');
  writeFileSync(path, `#!/bin/sh\necho "$*" >> "${bin}/told"\n${body}\n`);
  chmodSync(path, 0o755);
}

const told = () => readFileSync(join(bin, 'told'), 'utf8').trim().split('\n');
const run = (...args: string[]) =>
  daemon.machine.run(['daemon', ...args], { env: { PATH: `${bin}:/usr/bin:/bin` } });

describe('the daemon as a service of the system', () => {
  it('is written, begun, and taken back, on a system with systemd', () => {
    placeSystemctl();
    const { code, out } = run('install', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { installed: true, kind: 'systemd', file: unit() },
    ]);
    const text = readFileSync(unit(), 'utf8');
    expect(text).toMatch(/^ExecStart="\/.*" "\/.*cli\.js" "daemon" "serve" "--idle" "0"$/m);
    expect(text).toContain(`Environment="HOLDFAST_HOME=${daemon.machine.state}"`);
    expect(told().slice(-2)).toEqual([
      '--user daemon-reload',
      '--user enable --now holdfast.service',
    ]);
    expect(run('uninstall').code).toBe(0);
    expect(told().at(-1)).toBe('--user disable --now holdfast.service');
    expect(existsSync(unit())).toBe(false);
    expect(run('uninstall').out).toContain('No daemon service');
  });

  it('is not there where no manager answers, and says how else to start it', () => {
    placeSystemctl('exit 1');
    const refused = run('install');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('holdfast daemon start');
    expect(existsSync(unit())).toBe(false);
  });

  it('leaves nothing where the manager does not take it', () => {
    placeSystemctl('case "$*" in *enable*) exit 1;; esac');
    expect(run('install').code).toBe(1);
    expect(existsSync(unit())).toBe(false);
  });

  it('never takes away or writes over a unit that is another’s', () => {
    placeSystemctl();
    mkdirSync(join(unit(), '..'), { recursive: true });
    writeFileSync(unit(), '[Unit]\nDescription=mine\n');
    expect(run('install').code).toBe(1);
    expect(run('uninstall').code).toBe(1);
    expect(readFileSync(unit(), 'utf8')).toContain('mine');
  });

  it('is written so that no sign in a path means something to the system', () => {
    const wish = {
      node: '/n o/$node%h"',
      program: '/p/<cli>&.js',
      stateFolder: '/s/100%$x',
      searchPath: '/a:/b',
    };
    expect(systemdUnit(wish)).toContain('ExecStart="/n o/$$node%%h\\"" "/p/<cli>&.js"');
    expect(systemdUnit(wish)).toContain('Environment="HOLDFAST_HOME=/s/100%%$x"');
    expect(launchdJob(wish)).toContain('<string>/p/&lt;cli&gt;&amp;.js</string>');
  });

  it('ends by itself when nobody needs it, and not while somebody does', async () => {
    const begun = JSON.parse(run('start', '--idle', '0.02', '--json').out);
    const began = Date.now();
    const asked = setInterval(() => void daemon.ask('/api/v1/openapi.json').catch(() => {}), 300);
    while (Date.now() - began < 3_000) await new Promise((wait) => setTimeout(wait, 100));
    expect(isAlive(begun.pid)).toBe(true);
    clearInterval(asked);
    const deadline = Date.now() + 10_000;
    while (isAlive(begun.pid) && Date.now() < deadline)
      await new Promise((wait) => setTimeout(wait, 50));
    expect(isAlive(begun.pid)).toBe(false);
    expect(daemon.log).toContain('ended: nothing to do');
    expect(run('start', '--idle', 'soon').code).toBe(2);
  });

  it('stays while a client posts its hooks to it, however quiet it is', async () => {
    daemon.start();
    const words = ['--host', 'claude-code', '--transport', 'http', '--no-mcp', '--yes'];
    expect(daemon.machine.run(['init', ...words]).code).toBe(0);
    daemon.kill();
    const { pid } = JSON.parse(run('start', '--idle', '0.02', '--json').out);
    await new Promise((wait) => setTimeout(wait, 4_000));
    expect(isAlive(pid)).toBe(true);
  });

  it('records an event of the command line: a payload in place of standard input [R42]', () => {
    const payload = JSON.stringify({
      session_id: 'typed',
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: daemon.machine.project,
    });
    const { code } = daemon.machine.run([
      'hook',
      'claude-code',
      'SessionStart',
      '--input',
      payload,
    ]);
    expect(code).toBe(0);
    const { out } = daemon.machine.run(['status', '--json']);
    expect(JSON.parse(out).sessions).toEqual([expect.objectContaining({ session: 'typed' })]);
  });
});
