import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Links in a row that are followed. */
const mostLinks = 40;

/**
 * The path that a write to `path` lands at: all symbolic links resolved, of the folders too, also when nothing is
 * there yet. Never throws.
 */
export function landingOf(path: string): string {
  let target = resolve(path);
  for (let count = 0; count < mostLinks; count += 1) {
    const real = realOrNone(target);
    if (real !== undefined) return real;
    target = join(realFolder(dirname(target)), basename(target));
    const link = linkOrNone(target);
    if (link === undefined) return target;
    target = resolve(dirname(target), link);
  }
  return target;
}

/** A folder's real path; of one that is not there yet, that of the nearest above it that is. */
function realFolder(path: string): string {
  const real = realOrNone(path);
  const parent = dirname(path);
  if (real !== undefined || parent === path) return real ?? path;
  return join(realFolder(parent), basename(path));
}

function realOrNone(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function linkOrNone(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
