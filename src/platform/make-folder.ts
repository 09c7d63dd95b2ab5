import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it that are missing, for our user alone. Throws what the system says. Node's own
 * recursive form never comes back where a file system answers "no such file" to the making of a folder.
 */
export function makeFolder(path: string): void {
  if (make(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirOrExisting(path);
}

/** False when a folder above is missing. */
function make(path: string): boolean {
  try {
    mkdirOrExisting(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function mkdirOrExisting(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
