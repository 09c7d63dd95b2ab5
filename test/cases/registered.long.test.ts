import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { commandHostIds } from '../../src/hosts/command-hosts.ts';

const cli = new URL('../../dist/cli.js', import.meta.url).pathname;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-registered-'));
});
afterEach(() => removeFolder(home));

/** Every value under the name, however deep. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member] : valuesOf(member, name),
  );
}

describe.each(commandHostIds)('what init registers with %s', (host) => {
  it('is commands alone, with the host’s own name in each, and a time after which each ends [case 76]', () => {
    const project = join(home, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    const env = { HOME: home, HOLDFAST_HOME: join(home, 'state'), PATH: '/usr/bin:/bin' };
    const args = ['init', '--host', host, '--scope', 'user', '--yes'];
    const run = spawnSync(process.execPath, [cli, ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json') && !name.startsWith('state'))
      .map((name) => JSON.parse(readFileSync(join(home, name), 'utf8')) as { hooks?: object });
    const [hooks] = files.flatMap((file) => (file.hooks ? [file.hooks] : []));
    expect(valuesOf(hooks, 'command').length).toBeGreaterThan(3);
    for (const type of valuesOf(hooks, 'type')) expect(type).toBe('command');
    for (const command of valuesOf(hooks, 'command')) expect(command).toContain(host);
    const times = [...valuesOf(hooks, 'timeout'), ...valuesOf(hooks, 'timeoutSec')];
    expect(times).toHaveLength(valuesOf(hooks, 'command').length);
  });
});
