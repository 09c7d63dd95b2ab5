import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../replay/leftovers.ts';

/** Where peers are kept between runs: they are never part of the repository. */
export function peerCache(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOLDFAST_PEER_CACHE) return env.HOLDFAST_PEER_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'peers');
}

/**
 * Brings packages into the cache, once, without running any of their scripts. Returns the folder `node_modules`; throws
 * what the package client said where it cannot bring them.
 */
export function fetchPackages(specs: readonly string[]): string {
  const home = join(peerCache(), specs.join('+').replace(/[@/]/g, '_'));
  const modules = join(home, 'node_modules');
  if (existsSync(join(home, 'whole'))) return modules;
  mkdirSync(peerCache(), { recursive: true });
  const staging = mkdtempSync(join(peerCache(), 'bringing-'));
  try {
    const run = spawnSync(
      'npm',
      [
        'install',
        '--prefix',
        staging,
        '--ignore-scripts',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        ...specs,
      ],
      { encoding: 'utf8' },
    );
    if (run.status !== 0)
      throw new Error(`npm could not bring ${specs.join(', ')}: ${run.stderr.slice(-300)}`);
    mkdirSync(join(staging, 'whole'));
    removeFolder(home);
    renameSync(staging, home);
  } finally {
    removeFolder(staging);
  }
  return modules;
}

let offline: boolean | undefined;

/** Cuts a command off from the network where this machine can do that (`unshare`); else the command as it is. */
export function withoutNetwork(command: string): string {
  offline ??= spawnSync('unshare', ['-rn', 'true']).status === 0;
  return offline ? `unshare -rn sh -c '${command.replaceAll("'", `'\\''`)}'` : command;
}

export function networkCut(): boolean {
  withoutNetwork('');
  return offline === true;
}
