import { spawn } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ClientName, clients, type PinnedClient } from './clients.ts';
import { removeFolder } from './remove-folder.ts';

export interface FetchedClient {
  /** Absolute path of the program. */
  path: string;
  version: string;
  /** The Node that runs it, where it is a script that needs another one than ours. */
  node?: string;
}

export interface FetchOptions {
  /** Receives one line per step that takes time. */
  progress?: (line: string) => void;
  /** The folder that keeps clients; default `clientCache()`. */
  cache?: string;
  platform?: string;
  arch?: string;
}

/** Where clients are kept: `HOLDFAST_CLIENT_CACHE`, else `holdfast/clients` in the XDG cache folder. */
export function clientCache(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOLDFAST_CLIENT_CACHE) return env.HOLDFAST_CLIENT_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'clients');
}

/**
 * Brings a pinned client into the cache, once, and tells where its program is.
 * Two processes may do it at the same time: each installs into a folder of its own and renames it into place.
 * Throws an error that names the package and the next step where the client cannot be brought.
 */
export async function fetchClient(
  name: ClientName,
  options: FetchOptions = {},
): Promise<FetchedClient> {
  return fetchPinned(clients[name], options);
}

/** The same for any pinned program. */
export async function fetchPinned(
  pinned: PinnedClient,
  options: FetchOptions = {},
): Promise<FetchedClient> {
  const { platform = process.platform, arch = process.arch } = options;
  const program = await bring(
    {
      packageName: pinned.packageFor(platform, arch),
      version: pinned.registryVersion?.(platform, arch) ?? pinned.version,
      binary: typeof pinned.binary === 'string' ? pinned.binary : pinned.binary(platform, arch),
    },
    options,
  );
  const found: FetchedClient = { path: program, version: pinned.version };
  if (pinned.node === undefined) return found;
  const binary = platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const node = { packageName: `node-${platform}-${arch}`, version: pinned.node, binary };
  return { ...found, node: await bring(node, options) };
}

interface Wanted {
  packageName: string;
  version: string;
  binary: string;
}

/** One package in a folder of its own in the cache; returns the absolute path of its program. */
async function bring(wanted: Wanted, options: FetchOptions): Promise<string> {
  const { packageName, version, binary } = wanted;
  const { progress = () => {} } = options;
  const cache = options.cache ?? clientCache();
  const home = join(cache, `${packageName.replace(/[@/]/g, '_')}-${version}`);
  const program = join(home, 'node_modules', packageName, binary);
  if (await usable(home, packageName, program, version)) return program;

  progress(`Bringing ${packageName} ${version} from the package registry (once) …`);
  progress(`It is kept in ${cache}; remove that folder when you are done.`);
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'bringing-'));
  try {
    await install(staging, `${packageName}@${version}`, options);
    await putInPlace(staging, home, () => usable(home, packageName, program, version));
  } catch (error) {
    throw new Error(
      `The client ${packageName} ${version} could not be brought: ${(error as Error).message}\n` +
        `Next step: see whether "npm view ${packageName}@${version} version" answers here, ` +
        `or set HOLDFAST_CLIENT_CACHE to a folder that already holds the client.`,
      { cause: error },
    );
  } finally {
    removeFolder(staging);
  }
  if (!(await usable(home, packageName, program, version))) {
    throw new Error(
      `The package ${packageName} ${version} is in ${home}, but its program ${binary} is not. ` +
        `Next step: delete that folder and run again.`,
    );
  }
  progress(`${packageName} ${version} is ready.`);
  return program;
}

/** A whole client that another process put there in the meantime stays; a broken one is replaced. */
async function putInPlace(
  staging: string,
  home: string,
  isUsable: () => Promise<boolean>,
): Promise<void> {
  try {
    await rename(staging, home);
  } catch {
    if (await isUsable()) return;
    removeFolder(home);
    await rename(staging, home);
  }
}

async function usable(
  home: string,
  packageName: string,
  program: string,
  version: string,
): Promise<boolean> {
  try {
    const manifest = join(home, 'node_modules', packageName, 'package.json');
    if (JSON.parse(await readFile(manifest, 'utf8')).version !== version) return false;
    await access(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install(prefix: string, spec: string, { platform }: FetchOptions): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--prefix', prefix, '--ignore-scripts', '--no-save', '--no-audit'];
  // npm refuses a package that is for another system.
  if (platform !== undefined && platform !== process.platform) args.push('--force');
  return new Promise((resolve, reject) => {
    const child = spawn(npm, [...args, '--no-fund', '--loglevel=error', spec], {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ended with ${code}. ${errors.trim()}`)),
    );
  });
}
