import { dirname, join } from 'node:path';
import { Fault } from '../../core/errors.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext, McpTools } from './context.ts';
import { launcherScript } from './launcher.ts';
import { serverLauncherScript, toolsOf } from './server-launcher.ts';
import { statusLineScript } from './status-line-script.ts';
import {
  windowsCallScript,
  windowsLauncherScript,
  windowsServerScript,
} from './windows-launchers.ts';

interface Wanted {
  path: string;
  content: string | Uint8Array;
  mode: number;
}

/** Files of launcher and bundle that are missing or differ from what this version installs. `tools`: absent, as they are shown now. */
export function staleRuntimeFiles(
  context: InstallContext,
  hosts: readonly Pick<HostInstall, 'bundle' | 'part'>[] = [],
  tools?: McpTools,
  showsLine = false,
): Wanted[] {
  const bundle = context.disk.readBytes(context.bundlePath) ?? missing(context.bundlePath);
  const { version, nodePath, paths, windows } = context;
  const wanted: Wanted[] = [
    { path: join(paths.runtimes, version, 'hook.cjs'), content: bundle, mode: 0o600 },
    { path: paths.launcher, content: launcherScript(version, nodePath), mode: 0o700 },
    { path: ignoreFile(paths.home), content: ignored, mode: 0o600 },
  ];
  const built = dirname(context.bundlePath);
  const copy = (from: string, to: string) => {
    const content = context.disk.readBytes(`${built}/${from}`) ?? missing(`${built}/${from}`);
    wanted.push({ path: join(paths.runtimes, version, to), content, mode: 0o600 });
  };
  // What the programs of plugins load stands there before they do.
  if (hosts.some(({ bundle: name }) => name !== undefined))
    copy('in-process.mjs', 'in-process.mjs');
  for (const { bundle: name } of hosts) if (name !== undefined) copy(name, name);
  if (hosts.some(({ part = 'hooks' }) => part !== 'hooks')) {
    // The server asks for the second by its name.
    copy('cli-mcp.js', 'mcp.cjs');
    copy('cli-mcp-tools.cjs', 'cli-mcp-tools.cjs');
    if (!windows) copy('mcp-handshake.sh', 'mcp-handshake.sh');
    const now = context.disk.readText(paths.serverLauncher);
    const shown = tools ?? toolsOf(now);
    const content = serverLauncherScript(version, nodePath, `${built}/cli.js`, shown);
    wanted.push({ path: paths.serverLauncher, content, mode: 0o700 });
    if (windows) {
      const { env } = context.place;
      const cmd = windowsServerScript(version, nodePath, `${built}/cli.js`, shown ?? 'small', env);
      wanted.push({ path: `${paths.serverLauncher}.cmd`, content: cmd, mode: 0o700 });
    }
  }
  if (showsLine) {
    wanted.push({ path: paths.statusLine, content: statusLineScript(version), mode: 0o700 });
  }
  if (windows) {
    const content = windowsLauncherScript(version, nodePath, context.place.env);
    wanted.push({ path: `${paths.launcher}.cmd`, content, mode: 0o700 });
    const call = join(dirname(paths.launcher), 'on-event.cmd');
    wanted.push({ path: call, content: windowsCallScript(version), mode: 0o700 });
  }
  const each = wanted.filter(({ path }, at) => wanted.findIndex((one) => one.path === path) === at);
  return each.filter(({ path, content, mode }) => {
    const now = context.disk.readBytes(path);
    if (now === undefined || !same(now, content)) return true;
    // Windows has no such bits: who reads a file is inherited from the user's own folder.
    return !windows && context.disk.modeOf(path) !== mode;
  });
}

function missing(path: string): never {
  throw new Fault('not-found', `The hook program is missing: ${path}.`, {
    hint: 'Build it with "npm run build", then run this again.',
  });
}

/** Installs launcher and bundle; each file is replaced whole, the bundle before the launcher that names it. */
export function installRuntime(context: InstallContext, files: Wanted[]): void {
  context.disk.makeFolder(context.paths.home, 0o700);
  const runtime = join(context.paths.runtimes, context.version);
  // What was compiled of an older bundle must not stand in for the new one.
  const renewed = files.some((file) => file.path === join(runtime, 'hook.cjs'));
  if (renewed) context.disk.remove(`${runtime}/start.cjs`);
  for (const { path, content, mode } of files) {
    context.disk.makeFolder(dirname(path), 0o700);
    context.disk.write(path, content, mode);
  }
  context.disk.removeFolder(context.paths.notes);
  // Also where an earlier run was ended before it was done with that.
  const compiled = context.disk.stat(`${runtime}/start.cjs`) !== undefined;
  if (renewed || !compiled) context.warm?.(`${runtime}/hook.cjs`);
}

/** Takes the script of the status line away, and what it showed. */
export function removeStatusLine({ disk, paths }: InstallContext): void {
  disk.remove(paths.statusLine);
  const shown = `${paths.home}/status-line`;
  if (disk.stat(shown)?.kind === 'folder') disk.removeFolder(shown);
}

/** Takes launcher and bundles away. State of sessions stays. */
export function removeRuntime(context: InstallContext): void {
  removeStatusLine(context);
  context.disk.removeFolder(dirname(context.paths.launcher));
  context.disk.removeFolder(context.paths.runtimes);
  context.disk.removeFolder(context.paths.notes);
  context.disk.removeFolder(`${context.paths.home}/plugins`);
  const { home } = context.paths;
  context.disk.remove(ignoreFile(home));
  context.disk.removeIfEmpty(home);
  if (context.disk.stat(home) !== undefined) context.disk.write(ignoreFile(home), ignored, 0o600);
}

/** Somebody may keep the state folder, or what it lies in, in a repository: nothing of it belongs there. */
const ignoreFile = (home: string): string => join(home, '.gitignore');
const ignored = '*\n';

function same(now: Uint8Array, content: string | Uint8Array): boolean {
  const wanted = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return now.length === wanted.length && now.every((byte, index) => byte === wanted[index]);
}
