import { spawnSync } from 'node:child_process';

/** Sends a signal to a process; nothing happens when there is none. */
export function endProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or not ours: the caller looks whether it lives.
  }
}

/**
 * Ends a program that was started in a group of its own, with everything that it started, at once. Windows knows no groups: there
 * a program of the system ends the tree, as long as its root lives. Nothing happens when there is none.
 */
export function endTreeNow(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === 'win32' && endWindowsTree(pid)) return;
  endProcess(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}

/** False where the program that ends trees cannot be run, or could not end this one. */
export function endWindowsTree(pid: number): boolean {
  const args = ['/PID', String(pid), '/T', '/F'];
  const ran = spawnSync('taskkill', args, { stdio: 'ignore', windowsHide: true, timeout: 10_000 });
  return ran.status === 0;
}
