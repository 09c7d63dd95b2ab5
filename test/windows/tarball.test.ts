import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { unixPath, windowsPath } from '../../harness/wine.ts';
import { compactedRecord, handlerOf, newUser, payload, preload, type User, wine } from './kit.ts';

const root = resolve(import.meta.dirname, '..', '..');

let user: User | undefined;
afterEach(() => user?.remove());

/** The package as npm packs it, as Windows sees it. */
function tarball(folder: string): string {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const name = execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim();
  return windowsPath(join(folder, name));
}

/** The script of npm, which Windows' Node runs as well. */
function npmScript(): string {
  const program = process.env.PATH!.split(delimiter).map((at) => join(at, 'npm'));
  return windowsPath(realpathSync(program.find(existsSync)!));
}

it('from the tarball to a compaction that is survived, in three commands', async () => {
  user = newUser('Jörg');
  const { home, run } = user;
  const { node } = wine();
  const npm = `${home}\\AppData\\Roaming\\npm`;
  user.makeFolder(npm);
  const silent = ['--omit=optional', '--offline', '--no-audit', '--no-fund'];
  const packed = tarball(dirname(unixPath(wine(), home)));

  const install = ['install', '--global', '--prefix', npm, ...silent, packed];
  const installed = await run({ program: node, args: [npmScript(), ...install] });
  expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining('added 1 package') });

  // The script `holdfast.cmd` that npm makes has a jump to nowhere in it, which ends Wine's own cmd.exe.
  const cli = `${npm}\\node_modules\\holdfast\\dist\\cli.js`;
  const words = ['init', '--host', 'claude-code', '--yes', '--no-mcp'];
  const init = await run({ program: node, args: ['-r', preload, cli, ...words] });
  expect(init).toMatchObject({ code: 0, stderr: '' });
  expect(init.stdout).toContain(`9 hooks added in ${home}\\.claude\\settings.json`);

  user.write(`${home}\\.claude\\projects\\p\\s1.jsonl`, compactedRecord);
  const settings = user.read(`${home}\\.claude\\settings.json`);
  const fire = async (event: string, more: object) => {
    const line = handlerOf(settings, event).command!;
    const args = ['/d', '/s', '/c', line];
    const ran = await run({ program: 'cmd.exe', args, input: payload(user!, event, more) });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return ran.stdout;
  };
  await fire('SessionStart', { source: 'startup' });
  await fire('PreCompact', { trigger: 'auto', custom_instructions: null });
  expect(await fire('SessionStart', { source: 'compact' })).toContain('gen.txt');
});
