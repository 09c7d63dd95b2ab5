import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver as driver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { runAsPerson } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Policy, textOf } from '../../harness/request.ts';
import { clientEnvironment, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient('claude-code');
const root = resolve(import.meta.dirname, '..', '..');
const briefs = /\[Holdfast [\w-]+\] The conversation before/;

/** Works, goes over the limit, then tries to change a file. */
const policy =
  (sandbox: Sandbox): Policy =>
  (request) => {
    if (request.kind !== 'main') return { text: '<summary>A summary of the model.</summary>' };
    if (request.nth === 0) {
      return { calls: [driver.tools.shell('echo shell-mark-5501')], inputTokens: 985_000 };
    }
    if (request.nth === 1) {
      return { calls: [driver.tools.write(join(sandbox.project, 'new.txt'))], inputTokens: 100 };
    }
    return { text: 'The end.', inputTokens: 100 };
  };

/** Unpacks the package as npm packs it, as a version, into a marketplace of a local folder. */
function marketplace(sandbox: Sandbox, version: string): string {
  const folder = join(sandbox.root, 'market');
  removeFolder(folder);
  mkdirSync(join(folder, '.claude-plugin'), { recursive: true });
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const name = execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', join(folder, name), '-C', folder]);
  for (const file of [
    'package.json',
    '.claude-plugin/plugin.json',
    'shelf/claude-code/hooks.json',
  ]) {
    const path = join(folder, 'package', file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('0.1.0', version));
  }
  const plugins = [{ name: 'holdfast', source: './package', description: 'As packed.' }];
  writeFileSync(
    join(folder, '.claude-plugin', 'marketplace.json'),
    JSON.stringify({ name: 'holdfast', owner: { name: 'Holdfast' }, plugins }),
  );
  return folder;
}

/** The client's own command for plugins. */
function plugin(sandbox: Sandbox, ...words: string[]): string {
  const { code, out, err } = runAsPerson(client!.path, ['plugin', ...words], {
    cwd: sandbox.project,
    env: clientEnvironment(sandbox, 'http://127.0.0.1:9'),
  });
  expect([words.join(' '), code, out + err]).toEqual([words.join(' '), 0, expect.any(String)]);
  return out;
}

const launcher = (sandbox: Sandbox): string =>
  readFileSync(join(sandbox.holdfastHome, 'bin', 'hook'), 'utf8');

describe.skipIf(!client)('the plugin on the shelf of Claude Code', () => {
  it('is installed by the client, fires from the first session on, is updated and removed without a trace', async () => {
    const work = await openWorkplace(client!, { plan: planOf(80), policy, driver, install: false });
    const { sandbox } = work;
    const settings = join(sandbox.home, '.claude', 'settings.json');
    const before = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>;
    plugin(sandbox, 'marketplace', 'add', marketplace(sandbox, '0.1.0'));
    plugin(sandbox, 'install', 'holdfast@holdfast');
    expect(existsSync(join(sandbox.holdfastHome, 'bin', 'hook'))).toBe(false);

    const run = await work.run('Never rename the column customer_ref_77.');
    const told = work.diagnosis(run.sessionId);
    const [, summary, next, denied] = run.requests;
    expect(textOf(summary!), told).toContain('Holdfast');
    expect(textOf(next!).split(briefs), told).toHaveLength(2);
    expect(textOf(denied!), told).toContain('Holdfast: ');
    expect(existsSync(join(sandbox.project, 'new.txt')), told).toBe(false);
    expect(launcher(sandbox)).toContain('# Holdfast 0.1.0:');

    // An update: the next session's start brings launcher and program to the new version.
    marketplace(sandbox, '0.2.0');
    plugin(sandbox, 'marketplace', 'update', 'holdfast');
    plugin(sandbox, 'update', 'holdfast@holdfast');
    await work.run('Go on.');
    expect(launcher(sandbox)).toContain('# Holdfast 0.2.0:');

    plugin(sandbox, 'uninstall', 'holdfast@holdfast');
    plugin(sandbox, 'marketplace', 'remove', 'holdfast');
    const after = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>;
    for (const name of ['enabledPlugins', 'extraKnownMarketplaces']) {
      expect(Object.keys((after[name] as object | undefined) ?? {})).toEqual([]);
      delete after[name];
    }
    expect(after).toEqual(before);
    const gone = await work.run('Once more.');
    expect(work.journal(gone.sessionId)).toEqual([]);
  });

  it('answers each event once where init was run too, and leaves the launcher to it', async () => {
    const work = await openWorkplace(client!, { plan: planOf(80), policy, driver });
    const { sandbox } = work;
    plugin(sandbox, 'marketplace', 'add', marketplace(sandbox, '0.2.0'));
    plugin(sandbox, 'install', 'holdfast@holdfast');
    const run = await work.run('Never rename the column customer_ref_77.');
    const told = work.diagnosis(run.sessionId);
    const kinds = work.journal(run.sessionId);
    expect(
      kinds.filter((kind) => kind === 'session'),
      told,
    ).toHaveLength(1);
    expect(
      kinds.filter((kind) => kind === 'armed'),
      told,
    ).toHaveLength(1);
    expect(
      kinds.filter((kind) => kind === 'denied'),
      told,
    ).toHaveLength(1);
    const [, summary, next] = run.requests;
    expect(textOf(next!).split(briefs), told).toHaveLength(2);
    expect(textOf(summary!).split('Holdfast').length, told).toBeGreaterThan(1);
    expect(launcher(sandbox)).toContain('# Holdfast 0.1.0:');
  });

  it('brings slash commands that run the program of the plugin', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => () => ({ text: 'Seen.', inputTokens: 100 }),
      driver,
      install: false,
    });
    const { sandbox } = work;
    const folder = marketplace(sandbox, '0.1.0');
    plugin(sandbox, 'marketplace', 'add', folder);
    plugin(sandbox, 'install', 'holdfast@holdfast');
    const run = await work.run('/holdfast:ticket');
    const [, program] = /Run `node "([^"]+)" ticket list`/.exec(textOf(run.requests[0]!)) ?? [];
    expect(program, work.diagnosis(run.sessionId)).toMatch(/dist\/cli\.js$/);
    expect(existsSync(realpathSync(program!))).toBe(true);
    expect(holdfast(sandbox, 'ticket', 'list')).not.toBe('');
  });
});
