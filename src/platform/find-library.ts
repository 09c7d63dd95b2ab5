import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fieldsOf, textOf } from '../core/rows/fields.ts';
import { findProgram } from './find-program.ts';
import { readSmall } from './small-files.ts';

/**
 * The absolute path of a package's entry: of the package that a program belongs to, else of one in the `node_modules` of a
 * folder or above it. Undefined where it is in neither.
 */
export function findLibrary(
  name: string,
  program: string | undefined,
  folder: string,
): string | undefined {
  for (const above of foldersAbove(realOf(program))) {
    const found = entryIn(above, name);
    if (found !== undefined) return found;
  }
  for (const above of foldersAbove(folder)) {
    const found = entryIn(join(above, 'node_modules', ...name.split('/')), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The entry of the package in a folder, if it is that one. */
function entryIn(folder: string, name: string): string | undefined {
  try {
    const manifest = fieldsOf(JSON.parse(readSmall(join(folder, 'package.json')) ?? ''));
    if (manifest.name !== name) return undefined;
    const entry = importedOf(fieldsOf(manifest.exports)['.']) ?? textOf(manifest.main);
    const path = entry && join(folder, entry);
    return path && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function importedOf(exported: unknown): string | undefined {
  return (
    textOf(exported) ?? textOf(fieldsOf(exported).import) ?? textOf(fieldsOf(exported).default)
  );
}

function foldersAbove(path: string | undefined): string[] {
  if (path === undefined) return [];
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}

function realOf(path: string | undefined): string | undefined {
  try {
    return path && realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** A Node of at least this version: ours, else the first on PATH that is one. Asks each for its version, for 3 s at most. */
export function findNode(
  [major, minor]: readonly [number, number],
  path: string | undefined,
): string | undefined {
  const fits = (version: string) => {
    const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
    return ownMajor > major || (ownMajor === major && ownMinor >= minor);
  };
  if (fits(process.versions.node)) return process.execPath;
  const all = (path ?? '').split(delimiter).flatMap((folder) => findProgram('node', folder) ?? []);
  return [...new Set(all)].find((node) => {
    const asked = spawnSync(node, ['-p', 'process.versions.node'], {
      encoding: 'utf8',
      timeout: 3_000,
      env: {},
    });
    return asked.status === 0 && fits(asked.stdout.trim());
  });
}
