import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';

const folders = new Set<string>();
const programs = new Set<ChildProcess>();

// A run that is broken off leaves nothing behind: first its programs end, which could write, then its folders go.
process.on('exit', () => {
  for (const { pid } of programs) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  for (const folder of folders) removeFolder(folder);
});

/** Removes a folder when this process ends; what comes back says that it is gone already. */
export function removeAtExit(folder: string): () => void {
  folders.add(folder);
  return () => folders.delete(folder);
}

/** Ends a program, which leads a group of its own, when this process ends; what comes back says that it ended already. */
export function endAtExit(child: ChildProcess): () => void {
  programs.add(child);
  return () => programs.delete(child);
}

/** Removes a folder into which a process that nobody waits for may still write: the whole removal is tried again, for four seconds. */
export function removeFolder(path: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 40) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}
