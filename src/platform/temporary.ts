import { lstatSync, readdirSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { fingerprint } from '../core/hash.ts';
import { bootId } from './process-identity.ts';

/** Where a writer's number means something: this machine, and on it the numbering of processes that we are in. */
let own: string | undefined;

/** Older ones are nobody's any more, wherever they were made. */
const longestMs = 3_600_000;
const sweepAgainMs = 60_000;
const named =
  /^\.holdfast-([0-9a-f]{13})-(\d{1,10})-[0-9a-z]{6,40}(?:-([0-9a-f]{13})-([0-9a-f]{13}))?\.(?:tmp|old)$/;
const swept = new Map<string, number>();

/**
 * A name for a file that is being written: nobody else's, and known again when its writer was killed. What keeps others'
 * files safe is that it is made exclusively; chance only keeps two writers apart. `old`: a second name for what is
 * replaced; `more`: what is told by `heldMark`.
 */
export function temporaryName(kind: 'tmp' | 'old', more = ''): string {
  const random = () => Math.random().toString(36).slice(2, 12).padEnd(8, '0');
  return `.holdfast-${mark()}-${process.pid}-${random()}${random()}${more && `-${more}`}.${kind}`;
}

/** Fingerprints of the name and the text of what a second name was given to, by that name. */
export function heldMark(path: string): { name: string; text: string } | undefined {
  const [, , , name, text] = named.exec(basename(path)) ?? [];
  return name === undefined || text === undefined ? undefined : { name, text };
}

/**
 * Removes what killed writers left in a folder. What may be the only copy of a text is left to `keep`, which says whether it
 * may go. Never throws. A folder is looked through once a minute at most.
 */
export function sweep(folder: string, keep: (path: string) => boolean = isSpare): void {
  // Not `performance.now()`, for which every hook would load a module.
  const now = process.uptime() * 1000;
  if (now - (swept.get(folder) ?? -sweepAgainMs) < sweepAgainMs) return;
  if (swept.size > 500) swept.clear();
  swept.set(folder, now);
  for (const { name, path } of leftIn(folder)) {
    if (name.endsWith('.old') && !keep(path)) continue;
    try {
      unlinkSync(path);
    } catch {
      // Another process was faster.
    }
  }
}

function leftIn(folder: string): { name: string; path: string }[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return isLeft(name, path) ? [{ name, path }] : [];
    });
  } catch {
    return [];
  }
}

function isLeft(name: string, path: string): boolean {
  const [, where, pid] = named.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    const stat = lstatSync(path);
    if (!stat.isFile()) return false;
    return (where === mark() && !isAlive(Number(pid))) || Date.now() - stat.ctimeMs > longestMs;
  } catch {
    return false;
  }
}

/** Whether what has such a second name is still there by its first, or was replaced as it was. */
export function isSpare(path: string): boolean {
  try {
    return lstatSync(path).nlink > 1 || textMark(readFileSync(path)) === heldMark(path)?.text;
  } catch {
    return false;
  }
}

export function textMark(bytes: Uint8Array): string {
  return fingerprint(Buffer.from(bytes).toString('latin1'));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function mark(): string {
  own ??= fingerprint(machine());
  return own;
}

function machine(): string {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
