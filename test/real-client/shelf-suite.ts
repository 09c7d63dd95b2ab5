import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfastBeside } from '../../harness/holdfast.ts';
import { runAsPersonBeside } from '../../harness/outside-session.ts';
import { type PackageRegistry, startPackageRegistry } from '../../harness/package-registry.ts';
import { compactThen } from '../../harness/policies/common.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { textOf } from '../../harness/request.ts';
import { isolatedEnvironment, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, taskIn, type Workplace } from './product.ts';

const root = resolve(import.meta.dirname, '..', '..');
const registries: PackageRegistry[] = [];
afterEach(async () => {
  for (const registry of registries.splice(0)) await registry.close();
});

const briefs = /\[Holdfast [\w-]+\] The conversation before/;

/** A client that installs Holdfast by its own means, and how a person has it do that. */
export interface ShelfHost {
  driver: ClientDriver;
  /** Installs from a folder that holds the package. */
  install(kit: ShelfKit): Promise<unknown>;
  /** Brings the install to what the folder holds now. */
  update(kit: ShelfKit): Promise<unknown>;
  remove(kit: ShelfKit): Promise<unknown>;
  /** What the client has of us while it is installed, below the home folder; absent: settings alone. */
  installed?: string;
  /** The text that must be as before when it is removed, below the home folder. */
  settings: string;
  /** The version that does the work; default: that of the launcher. */
  version?(kit: ShelfKit): string | undefined;
  /** A command of the plugin, as it is typed or given as arguments, and what must then be asked of the model. */
  command?: [typed: string, asks: RegExp, args?: string[]];
  /** Further environment of the client. */
  env?(kit: ShelfKit): Record<string, string>;
  /** Takes out of the settings what the client itself leaves in them. */
  cleared?(settings: string): string | undefined;
  /** What `holdfast doctor` must name; default: the version. */
  named?: string;
  /** What `holdfast uninstall` must name. */
  removal: string;
}

/** One client with the package beside it. */
export interface ShelfKit {
  work: Workplace;
  sandbox: Sandbox;
  /** Holds the package as npm would unpack it. */
  folder: string;
  /** Has the package of each version that was unpacked. */
  registry: PackageRegistry;
  /** Runs the client's own command; fails unless it ends with 0. Returns what it printed. */
  client(...words: string[]): Promise<string>;
}

/** The package of a version in the sandbox, with its command on the PATH that is returned. */
function unpack(sandbox: Sandbox, version: string): void {
  const folder = packageOf(sandbox);
  removeFolder(folder);
  for (const name of ['dist', 'shelf', '.claude-plugin']) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\.(?:cache(?:\.\d+)?|tmp)$/.test(path),
    });
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('dist') && /\.(?:json|js|md|toml)$/.test(name),
  );
  const { version: now } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const name of texts) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8').replaceAll(`"${now}"`, `"${version}"`);
    const escaped = now.replaceAll('.', '\\.');
    const word = new RegExp(`(?<=[@ ])${escaped}(?![\\w.])`, 'g');
    writeFileSync(path, text.replace(word, version));
  }
  const command = join(sandbox.root, 'bin', 'holdfast');
  mkdirSync(dirname(command), { recursive: true });
  const program = join(folder, 'dist', 'cli.js');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(command, 0o755);
}

function packageOf(sandbox: Sandbox): string {
  return join(sandbox.root, 'holdfast');
}

/** PATH as somebody has it who installed the package for all. */
function pathIn(sandbox: Sandbox, client: FetchedClient): string {
  const node = dirname(client.node ?? process.execPath);
  return [join(sandbox.root, 'bin'), node, process.env.PATH].join(delimiter);
}

function kitOf(
  work: Workplace,
  client: FetchedClient,
  registry: PackageRegistry,
  more: ShelfHost['env'],
): ShelfKit {
  const { sandbox } = work;
  const program = /\.[cm]?js$/.test(client.path) ? [client.node ?? process.execPath] : [];
  const kit: ShelfKit = {
    work,
    sandbox,
    folder: packageOf(sandbox),
    registry,
    async client(...words) {
      const [first, ...args] = [...program, client.path, ...words];
      const env = {
        ...isolatedEnvironment(sandbox),
        PATH: pathIn(sandbox, client),
        ...more?.(kit),
      };
      const ran = await runAsPersonBeside(first!, args, { cwd: sandbox.project, env });
      const told = `${words.join(' ')}: ${ran.out}${ran.err}`;
      expect(ran.code, told).toBe(0);
      return ran.out + ran.err;
    },
  };
  return kit;
}

const launcherVersion = ({ sandbox }: ShelfKit): string | undefined => {
  const path = join(sandbox.holdfastHome, 'bin', 'hook');
  if (!existsSync(path)) return undefined;
  return /^# Holdfast (\S+):/m.exec(readFileSync(path, 'utf8'))?.[1];
};

/** What must hold of every client that installs Holdfast by its own means. */
export async function shelfSuite(host: ShelfHost): Promise<void> {
  const { driver, version = launcherVersion } = host;
  const client = await bringClient(driver.client);
  const open = async (install: boolean): Promise<ShelfKit> => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: (sandbox) =>
        compactThen(taskIn(sandbox, driver), (turn) => {
          if (turn === 0) return { calls: [driver.tools.shell('echo on')] };
          const changes = [driver.tools.write(join(sandbox.project, 'new.txt'))];
          return turn === 1 ? { calls: changes } : { text: 'The end.' };
        }),
      driver,
      install,
    });
    unpack(work.sandbox, '0.1.0');
    const registry = await startPackageRegistry();
    registries.push(registry);
    return kitOf(work, client!, registry, host.env);
  };
  const run = (kit: ShelfKit, prompt: string, args: string[] = []) =>
    kit.work.run(prompt, {
      args,
      env: { PATH: pathIn(kit.sandbox, client!), ...host.env?.(kit) },
    });
  const home = (kit: ShelfKit, name: string): string => join(kit.sandbox.home, name);
  const settingsOf = (kit: ShelfKit): string | undefined =>
    existsSync(home(kit, host.settings))
      ? readFileSync(home(kit, host.settings), 'utf8')
      : undefined;

  describe.skipIf(!client)(`what ${driver.host} installs by its own means`, () => {
    it('fires from the first session on, is updated, is named by doctor and uninstall, and is removed without a trace', async () => {
      const kit = await open(false);
      const { work, sandbox } = kit;
      const before = settingsOf(kit);
      await host.install(kit);
      const has = () => host.installed && existsSync(home(kit, host.installed));
      expect(has()).not.toBe(false);
      const first = await run(kit, 'Never rename the column customer_ref_77.');
      const told = `${work.diagnosis(first.sessionId)}\n${first.stderr}`;
      expect([first.exitCode, first.timedOut], told).toEqual([0, false]);
      expect(textOf(first.requests.at(-1)!).split(briefs), told).toHaveLength(2);
      expect(textOf(first.requests.at(-1)!)).toContain('customer_ref_77');
      expect(work.journal(first.sessionId), told).toEqual(
        expect.arrayContaining(['armed', 'brief', 'denied']),
      );
      expect(existsSync(join(sandbox.project, 'new.txt')), told).toBe(false);
      expect(version(kit), told).toBe('0.1.0');
      expect(holdfastBeside(sandbox, client!.path, 'doctor')).toContain(
        host.named ?? 'Holdfast 0.1.0',
      );

      unpack(sandbox, '0.2.0');
      await host.update(kit);
      await run(kit, 'Go on.');
      expect(version(kit)).toBe('0.2.0');

      if (host.command) {
        const [typed, asks, args] = host.command;
        const asked = await run(kit, typed, args);
        expect(textOf(asked.requests[0]!)).toMatch(asks);
      }
      expect(holdfastBeside(sandbox, client!.path, 'uninstall', '--yes')).toContain(host.removal);
      await host.remove(kit);
      expect(has()).not.toBe(true);
      const { cleared = (text: string) => text } = host;
      expect(cleared(settingsOf(kit)!)).toBe(before);
      const gone = await run(kit, 'Once more.');
      expect([gone.exitCode, work.journal(gone.sessionId)]).toEqual([0, []]);
    });

    it('leaves each event to the hooks that init registered, so that it is answered once', async () => {
      const kit = await open(true);
      unpack(kit.sandbox, '0.2.0');
      await host.install(kit);
      const one = await run(kit, 'Never rename the column customer_ref_77.');
      const told = `${kit.work.diagnosis(one.sessionId)}\n${one.stderr}`;
      const kinds = kit.work.journal(one.sessionId);
      for (const once of ['session', 'armed', 'denied']) {
        expect([once, kinds.filter((kind) => kind === once).length], told).toEqual([once, 1]);
      }
      expect(textOf(one.requests.at(-1)!).split(briefs), told).toHaveLength(2);
      expect(launcherVersion(kit) ?? '0.1.0', told).toBe('0.1.0');
    });
  });
}
