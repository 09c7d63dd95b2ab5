import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../core/errors.ts';
import { landingOf } from './landing.ts';
import { systemFault } from './system-fault.ts';

/**
 * Writes a file whole or not at all: into a temporary file beside it, flushed, then renamed over it.
 * A symbolic link stays and its target is replaced. An existing file keeps its mode; a new one gets
 * `mode` (default 0600). `flushed`: it must outlive a machine that stops, which takes long. Throws a Fault, also for a file that is marked read-only, and leaves nothing behind.
 */
export function atomicWrite(
  path: string,
  content: string | Uint8Array,
  mode?: number,
  flushed = true,
): void {
  const target = landingOf(path);
  const existing = modeOf(target);
  if (existing !== undefined && mode === undefined && (existing & 0o200) === 0) {
    throw new Fault('unwritable', `${target} cannot be written: it is marked read-only.`, {
      hint: `Make it writable (chmod u+w) if that is what you want, then run this again.`,
    });
  }
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, content);
      fchmodSync(descriptor, mode ?? existing ?? 0o600);
      if (flushed) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw systemFault('unwritable', 'written', target, error);
  }
}

function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode & 0o777;
  } catch {
    return undefined;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
