import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beganIn, psOfOne } from './macos.ts';

/**
 * What tells a process from every other one that has or had its number: the machine's start and the process's own.
 * Undefined when there is none of that number; one that ended and was not waited for counts as none.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return fromProc(pid);
  return process.platform === 'win32' ? aliveOnly(pid) : fromPs(pid);
}

/** The same without starting a program for it: away from Linux no more than that a process of that number lives. */
export function quickIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? fromProc(pid) : aliveOnly(pid);
}

/** True while the very process lives that the identity was taken of. */
export function isAlive(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

/** Linux: field 22 of `stat`, which counts from the machine's start; the name in field 2 may hold anything. */
function fromProc(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return `${bootId()}-${fields[19]}`;
  } catch {
    return undefined;
  }
}

let boot: string | undefined;

/** What tells this start of the machine from every other one. */
export function bootId(): string {
  try {
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    boot = 'boot';
  }
  return boot;
}

function fromPs(pid: number): string | undefined {
  const env = { ...process.env, LC_ALL: 'C' };
  const ran = spawnSync('/bin/ps', psOfOne(pid), { encoding: 'utf8', timeout: 5_000, env });
  // Without that program nothing more than that it lives can be told.
  if (ran.error !== undefined) return aliveOnly(pid);
  return beganIn(ran.stdout ?? '');
}

/** All that can be told at once on Windows, where a program that tells the start takes seconds. */
function aliveOnly(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : undefined;
  }
}
