import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { removeSmall } from './small-files.ts';

/** A claim of that age was made by a process that died before it did what it claimed. */
const deadAfterMs = 5_000;
/** How often what is claimed can be left undone by processes that die. */
const mostClaims = 50;

/** What a process claimed. */
export interface Claim {
  /** To be called when what was claimed cannot be done after all. */
  giveUp(): void;
}

/**
 * A claim for exactly one of all processes that claim the same path, whatever they run beside each other; undefined
 * for the others. With `overDead` a claim of five seconds or more counts as that of a process that died before it did
 * its work: it is made again under a further name, since taking a file away and making it anew is not one step. Where
 * the disk refuses to say, all get one.
 */
export function claimFile(path: string, overDead: boolean): Claim | undefined {
  for (let count = 1; count <= mostClaims; count += 1) {
    const name = count === 1 ? path : `${path}.${count}`;
    const made = make(name);
    if (made === 'made') return { giveUp: () => removeSmall(name) };
    if (made === 'refused') break;
    if (!overDead || !isDead(name)) return undefined;
  }
  return { giveUp() {} };
}

function make(path: string): 'made' | 'taken' | 'refused' {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return 'made';
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') return 'taken';
      if (code !== 'ENOENT' || tries > 0 || !makeParent(path)) return 'refused';
    }
  }
  return 'refused';
}

function makeParent(path: string): boolean {
  try {
    makeFolder(dirname(path));
    return true;
  } catch {
    return false;
  }
}

function isDead(path: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) > deadAfterMs;
  } catch {
    return false;
  }
}
