import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { pause } from './pause.ts';

const staleAfterMs = 5_000;

/**
 * Runs `work` while holding a lock folder, so that of several processes one at a time decides.
 * Waits `waitMs` at most and then runs without it: a hook is never held up by another process.
 * A lock older than five seconds belongs to a process that died and is taken over.
 */
export function withLock<T>(path: string, waitMs: number, work: () => T): T {
  const held = acquire(path, waitMs);
  try {
    return work();
  } finally {
    if (held) release(path);
  }
}

function acquire(path: string, waitMs: number): boolean {
  const deadline = Date.now() + waitMs;
  let parentMade = false;
  for (;;) {
    try {
      mkdirSync(path, { mode: 0o700 });
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT') {
        // Once only: behind a link that leads nowhere a folder can be "there" and take nothing.
        if (parentMade || !makeParent(path)) return false;
        parentMade = true;
        continue;
      }
      if (code !== 'EEXIST') return false;
    }
    // Whatever stands in the way: nothing is waited for beyond the deadline.
    if (Date.now() >= deadline) return false;
    if (isStale(path)) takeAway(path);
    else pause(5);
  }
}

function makeParent(path: string): boolean {
  try {
    makeFolder(dirname(path));
    return true;
  } catch {
    return false;
  }
}

function isStale(path: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) > staleAfterMs;
  } catch {
    return false;
  }
}

/** What stands there may be no folder of ours, or hold something: it must not cost every hook its waiting. */
function takeAway(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It stays, and is waited for.
  }
}

function release(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another process released it as stale: nothing is left to do.
  }
}
