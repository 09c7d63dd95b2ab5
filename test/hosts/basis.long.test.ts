import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { makeContext } from '../../src/entry/cli/context.ts';
import { hosts } from '../../src/hosts/registry.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-basis-'));
  for (const name of ['home/.cursor', 'home/.factory', 'home/.claude', 'proj/.git'])
    mkdirSync(join(root, name), { recursive: true });
});
afterEach(() => removeFolder(root));

function run(...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: join(root, 'home'),
    HOLDFAST_HOME: join(root, 'state'),
  };
  const options = { cwd: join(root, 'proj'), env, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, [cli, ...args], options);
}

describe('a host that is known from documents', () => {
  it('says so in both of its parts', () => {
    const installs = makeContext({ HOME: root }, root).install.hosts;
    const fromDocuments = installs.filter((one) => one.fromDocuments).map(({ host }) => host);
    const basis = hosts.filter((host) => host.basis === 'documents').map(({ id }) => id);
    expect(fromDocuments.sort()).toEqual(basis.sort());
    expect(basis).toEqual(['cursor', 'droid']);
  });

  it('is found by init, which tells it from one that was run', () => {
    const { stdout } = run('init', '--dry-run');
    expect(stdout).toContain('- Cursor (from documentation, not run): ');
    expect(stdout).toContain('- Factory droid (from documentation, not run): ');
    expect(stdout).toContain('- Claude Code: ');
  });

  it('is told by doctor, whose proof is of our part', () => {
    for (const host of ['cursor', 'droid']) run('init', '--yes', '--host', host);
    const { stdout, status } = run('doctor');
    expect(stdout.match(/from documentation, not run/g)).toHaveLength(2);
    expect(stdout).toMatch(/cursor sessionStart \(user\): .*Fired and arrived/);
    expect(stdout).toMatch(/cursor preToolUse \(user\): .*Silent when nothing is pending/);
    expect(stdout).toMatch(/droid SessionStart \(user\): .*Fired and arrived/);
    expect(status).toBe(0);
  });
});
