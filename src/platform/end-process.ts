/** Sends a signal to a process; nothing happens when there is none. */
export function endProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or not ours: the caller looks whether it lives.
  }
}
