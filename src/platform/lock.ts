import { exclusively, type LockDeps } from '../core/lock.ts';
import { generationsIn } from './generations.ts';
import { pause } from './pause.ts';
import { processIdentity, quickIdentity } from './process-identity.ts';

/** What locks ask of this machine. */
export const lockDeps: LockDeps = {
  processes: { identity: processIdentity },
  pid: process.pid,
  pause,
};

/** The same for hooks, which have no time to start a program for it. */
const quickDeps: LockDeps = { ...lockDeps, processes: { identity: quickIdentity } };

/** Runs work alone among our processes that name the same folder; `busy` where another one has it for five seconds. */
export function withLock<T>(folder: string, work: () => T, busy: () => T): T {
  return exclusively(lockDeps, generationsIn(folder), work, { busy });
}

/**
 * The same for a hook, which nothing may hold up: where it cannot have the lock in `waitMs`, or the disk has none, it does its
 * work without. What must not happen twice is claimed besides.
 */
export function withLockOrWithout<T>(folder: string, waitMs: number, work: () => T): T {
  let began = false;
  const once = (): T => {
    began = true;
    return work();
  };
  try {
    return exclusively(quickDeps, generationsIn(folder), once, { waitMs, busy: once });
  } catch (error) {
    if (began) throw error;
    return work();
  }
}
