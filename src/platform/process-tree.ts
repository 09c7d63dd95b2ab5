import { readdirSync, readFileSync } from 'node:fs';
import { endWindowsTree } from './end-process.ts';
import { processIdentity } from './process-identity.ts';

/** A variable that a program was started with, and everything that it starts inherits. */
export interface StartMark {
  name: string;
  value: string;
}

/**
 * Processes of a group that still run, and those of other groups that were started with the mark. Where the system does
 * not tell (no `/proc`), only whether the group has any.
 */
export function leftOf(group: number | undefined, mark: StartMark): number[] {
  if (process.platform !== 'linux') {
    if (group === undefined || !signalGroup(group, 0)) return [];
    return [process.platform === 'win32' ? group : -group];
  }
  return pids().filter((pid) => pid !== process.pid && isOf(pid, group, mark));
}

/** Ends what is left of a group and of a mark: politely, then after `graceMs` firmly, until nothing is left. */
export async function endLeft(
  group: number | undefined,
  mark: StartMark,
  graceMs: number,
): Promise<void> {
  const deadline = Date.now() + graceMs;
  signalAll(leftOf(group, mark), 'SIGTERM');
  while (Date.now() < deadline && leftOf(group, mark).length > 0) await later(50);
  // What is killed may have started more in the meantime.
  for (let round = 0; round < 20; round += 1) {
    const left = leftOf(group, mark);
    if (left.length === 0) return;
    signalAll(left, 'SIGKILL');
    await later(25);
  }
}

/** Sends a signal to a whole group; false when it has no process any more. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform !== 'win32') return signalOne(-group, signal);
  // Any signal ends the process itself there, and then nothing tells any more what it had started.
  return signal !== 0 && endWindowsTree(group) ? true : signalOne(group, signal);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalOne(pid, signal);
}

function signalOne(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOf(pid: number, group: number | undefined, mark: StartMark): boolean {
  const ofGroup = group !== undefined && groupOf(pid) === group;
  if (!ofGroup && !hasMark(pid, mark)) return false;
  // One that ended and was not waited for is no process any more.
  return processIdentity(pid) !== undefined;
}

function groupOf(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined
    ? undefined
    : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]);
}

function hasMark(pid: number, { name, value }: StartMark): boolean {
  const text = read(`/proc/${pid}/environ`);
  return text !== undefined && `\0${text}`.includes(`\0${name}=${value}\0`);
}

function pids(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
