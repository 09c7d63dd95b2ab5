import { rmSync } from 'node:fs';

const attempts = 200;
const pauseMs = 50;

/**
 * Removes a folder of a test, if it is there, in which a process that nobody waits for may still write. Node's own retries remove what was listed once,
 * and so never the file that came after; here the whole removal is tried again, for ten seconds.
 */
export function removeFolder(path: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
