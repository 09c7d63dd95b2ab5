import { lstatSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../core/errors.ts';
import { landingOf } from './landing.ts';
import { systemFault } from './system-fault.ts';
import { replaceWhole } from './whole-file.ts';

/**
 * Writes a file of the user whole or not at all. A symbolic link stays and its target is replaced. An existing file keeps
 * its mode and its owner; a new one gets `mode` (default 0600). `flushed`: it must outlive a machine that stops, which takes
 * long. Throws a Fault, also for what is marked read-only or is no regular file, and leaves nothing behind.
 */
export function atomicWrite(
  path: string,
  content: string | Uint8Array,
  mode?: number,
  flushed = true,
): void {
  const target = landingOf(path);
  put(target, statOf(target), content, mode, flushed);
}

/**
 * The same for a file that must be no link: one at its name is refused and never followed, whatever it leads to, and so is a folder
 * on the way to it that is a link of another user.
 */
export function writeUnlinked(path: string, content: string | Uint8Array, mode?: number): void {
  refuseLinksOfOthers(dirname(resolve(path)));
  const target = join(landingOf(dirname(path)), basename(path));
  const existing = lstatSync(target, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) {
    throw new Fault('refused', `${path} is a symbolic link; Holdfast does not write through it.`, {
      hint: 'Name another file, or remove the link, then run this again.',
    });
  }
  put(target, existing, content, mode, true);
}

/** The system's own links, such as /tmp on macOS, are root's. */
function refuseLinksOfOthers(folder: string): void {
  const own = process.getuid?.();
  if (own === undefined) return;
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isSymbolicLink() || found.uid === own || found.uid === 0) continue;
    throw new Fault(
      'refused',
      `${path} is a symbolic link owned by another user; Holdfast does not follow it.`,
      {
        hint: 'Name a file in another folder, then run this again.',
      },
    );
  }
}

function put(
  target: string,
  existing: Stats | undefined,
  content: string | Uint8Array,
  mode: number | undefined,
  flushed: boolean,
): void {
  const had = existing && existing.mode & 0o777;
  if (existing && !existing.isFile()) {
    throw new Fault('unwritable', `${target} cannot be written: it is not a regular file.`, {
      hint: 'Move it away, then run this again.',
    });
  }
  if (had !== undefined && mode === undefined && (had & 0o200) === 0) {
    throw new Fault('unwritable', `${target} cannot be written: it is marked read-only.`, {
      hint: `Make it writable (chmod u+w) if that is what you want, then run this again.`,
    });
  }
  try {
    replaceWhole(target, content, {
      mode: mode ?? had ?? 0o600,
      flushed,
      ...(existing && { owner: { uid: existing.uid, gid: existing.gid } }),
    });
  } catch (error) {
    throw systemFault('unwritable', 'written', target, error);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
