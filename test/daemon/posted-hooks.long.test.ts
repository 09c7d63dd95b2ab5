import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookKeyOf } from '../../src/app/daemon/proof.ts';
import { isAlive, RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
const others =
  '{\n  "model": "x",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "http", "url": "http://127.0.0.1:1/x" }] }] }\n}\n';
beforeEach(() => {
  daemon = new RunningDaemon();
  mkdirSync(join(daemon.machine.home, '.claude'));
  writeFileSync(settings(), others);
});
afterEach(() => daemon.remove());

const settings = () => join(daemon.machine.home, '.claude', 'settings.json');
const text = () => readFileSync(settings(), 'utf8');
const run = (...args: string[]) => daemon.machine.run(args);
const init = (...more: string[]) =>
  run('init', '--host', 'claude-code', '--no-mcp', '--yes', ...more);

interface Handler {
  type: string;
  url?: string;
  headers?: Record<string, string>;
  timeout: number;
}

function handlers(): Record<string, Handler> {
  const { hooks } = JSON.parse(text()) as {
    hooks: Record<string, { hooks: Handler[] }[]>;
  };
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [event, groups.at(-1)!.hooks.at(-1)!]),
  );
}

const posted = () =>
  Object.entries(handlers())
    .filter(([, { type }]) => type === 'http')
    .map(([event]) => event)
    .sort();

describe('hooks that are posted to the daemon', () => {
  it('are registered only on request, only where it runs, and never in a project’s file', () => {
    expect(init('--transport', 'http')).toMatchObject({
      code: 1,
      err: expect.stringContaining('holdfast daemon start'),
    });
    expect(text()).toBe(others);
    daemon.start();
    expect(init().code).toBe(0);
    expect(posted()).toEqual([]);
    expect(init('--scope', 'project', '--transport', 'http').code).toBe(2);
  });

  it('lead to it with the key of the hooks and a timeout in seconds; what cannot be posted stays a command [case 11]', () => {
    const { port } = daemon.start();
    expect(init('--transport', 'http').code).toBe(0);
    expect(posted()).toEqual([
      'PostToolUse',
      'PostToolUseFailure',
      'PreToolUse',
      'Stop',
      'SubagentStart',
      'SubagentStop',
      'UserPromptSubmit',
    ]);
    const { url, headers, timeout } = handlers().PreToolUse!;
    expect(url).toBe(`http://127.0.0.1:${port}/hooks/claude-code/PreToolUse`);
    expect(headers!.Authorization).toBe(`Bearer ${hookKeyOf(daemon.token)}`);
    expect(text()).not.toContain(daemon.token);
    expect(timeout).toBeLessThanOrEqual(30);
    expect(init().code).toBe(0);
    expect(posted()).toHaveLength(7);
    expect(run('doctor').out).toMatch(/daemon \(user\): The daemon answers/);
  });

  it('are commands again once it is stopped, and the file is backed up before', () => {
    init();
    const asCommands = text();
    daemon.start();
    init('--transport', 'http');
    expect(text()).not.toBe(asCommands);
    const stopped = run('daemon', 'stop');
    expect(stopped.out).toContain('are commands again');
    expect(text()).toBe(asCommands);
    expect(run('uninstall', '--yes').code).toBe(0);
    expect(text()).toBe(others);
  });

  it('are told of when it is stopped while their file cannot be read, and are put right by the next stop', () => {
    daemon.start();
    init('--transport', 'http');
    const whole = text();
    writeFileSync(settings(), `${whole} {`);
    expect(run('daemon', 'stop').out).toContain('its hooks still lead to the daemon as it was');
    expect(text()).toBe(`${whole} {`);
    writeFileSync(settings(), whole);
    expect(run('daemon', 'stop').out).toContain('are commands again');
    expect(posted()).toEqual([]);
  });

  it('keep the daemon from ending at a word over HTTP, which leaves nobody who takes them out', async () => {
    const { pid } = daemon.start();
    init('--transport', 'http');
    const refused = await daemon.ask('/api/v1/stop', { body: '{}' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Claude Code')]);
    init('--transport', 'command');
    expect((await daemon.ask('/api/v1/stop', { body: '{}' })).status).toBe(200);
    while (isAlive(pid)) await new Promise((wait) => setTimeout(wait, 20));
  });

  it('are taken out by uninstall as they stand, and nothing else of the file', () => {
    daemon.start();
    init('--transport', 'http');
    const { code, out } = run('uninstall', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('The daemon still runs')]);
    expect(text()).toBe(others);
  });

  it('are named by doctor when nobody answers, and led to it again when it has another port', async () => {
    daemon.start();
    init('--transport', 'http');
    daemon.kill();
    const ill = run('doctor');
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/OFF {3}claude-code daemon \(user\): .*none answers/);
    writeFileSync(daemon.place('port'), '1\n');
    const started = run('daemon', 'start');
    expect(started.out).toContain('lead to the daemon as it is now');
    expect(handlers().PreToolUse!.url).toContain(`:${daemon.record.port}/`);
    expect(run('doctor').code).toBe(0);
  });
});
