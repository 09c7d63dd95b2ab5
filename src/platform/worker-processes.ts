import type { Pace, WorkerProcesses } from '../app/worker/ports.ts';
import { workerVariable } from '../core/worker/variables.ts';
import { isAlive, processIdentity } from './process-identity.ts';
import { endLeft } from './process-tree.ts';

/** The processes of workers on this machine. */
export const workerProcesses: WorkerProcesses = {
  identity: processIdentity,
  signal(pid, signal) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  },
  endLeft(client, worker, graceMs) {
    const group = client && isAlive(client.pid, client.identity) ? client.pid : undefined;
    return endLeft(group, { name: workerVariable, value: worker }, graceMs);
  },
};

/** How fast time passes for workers: every waiting is multiplied by it. */
export function paceOf(factor: number): Pace {
  const ms = (time: number): number => Math.max(1, Math.round(time * factor));
  return {
    ms,
    wait: (time) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms(time));
      }),
  };
}
