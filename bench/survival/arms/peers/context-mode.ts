import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Install } from '../../replay/drive-claude.ts';
import { hookEntries } from '../../replay/hooks.ts';
import { fetchPackages, withoutNetwork } from './fetch.ts';

export const contextModeVersion = '1.0.169';
/** It needs SQLite inside Node, which came with 22.5: the registry has Node's own builds, one for each platform. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeVersion = '24.21.0';

/**
 * The plugin as Claude Code loads it: the hooks of its own `hooks.json`, `CLAUDE_PLUGIN_ROOT` in the environment, on a Node
 * that it supports. Its native SQLite module is never built (no scripts run, no network); an empty file in its place keeps
 * every hook from trying to fetch one, and the module of Node is used, as its own code prefers.
 */
export function installContextMode(version = contextModeVersion): Install {
  const modules = fetchPackages([`context-mode@${version}`, `${nodePackage}@${nodeVersion}`]);
  const root = join(modules, 'context-mode');
  const native = join(root, 'node_modules', 'better-sqlite3');
  mkdirSync(join(native, 'build', 'Release'), { recursive: true });
  writeFileSync(join(native, 'build', 'Release', 'better_sqlite3.node'), '');
  writeFileSync(join(native, 'package.json'), '{"name":"better-sqlite3","version":"0.0.0"}');
  const hooks = hookEntries(JSON.parse(readFileSync(join(root, 'hooks', 'hooks.json'), 'utf8')));
  return () => ({
    hooks,
    env: {
      CLAUDE_PLUGIN_ROOT: root,
      PATH: `${join(modules, nodePackage, 'bin')}:${process.env.PATH ?? ''}`,
    },
    wrap: withoutNetwork,
  });
}
