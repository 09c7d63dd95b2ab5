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
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
