import { claudeCodeWorker } from './claude-code/worker.ts';
import { codexWorker } from './codex/worker.ts';
import { copilotWorker } from './copilot/worker.ts';
import { geminiWorker } from './gemini/worker.ts';
import { openCodeWorker } from './opencode/worker.ts';
import { piWorker } from './pi/worker.ts';
import { qwenWorker } from './qwen/worker.ts';
import type { WorkerHost } from './worker-host.ts';

/** Hosts whose clients can be started as workers. */
export const workerHosts: readonly WorkerHost[] = [
  claudeCodeWorker,
  codexWorker,
  copilotWorker,
  geminiWorker,
  openCodeWorker,
  piWorker,
  qwenWorker,
];

/** The worker's side of a host by its id; undefined where its client cannot be started as a worker. */
export function workerHostById(id: string): WorkerHost | undefined {
  return workerHosts.find((host) => host.id === id);
}

/** The same by the id, or by the name of its program. */
export function workerHostNamed(name: string): WorkerHost | undefined {
  return workerHosts.find((host) => host.id === name || host.program === name);
}

/** The host as it is started by Node: with our program before its client, where it has one. */
export function drivenHost(host: WorkerHost, programs: string, client: string): WorkerHost {
  const { driver } = host;
  if (driver === undefined) return host;
  return {
    ...host,
    start(wish) {
      const command = host.start(wish);
      return { ...command, args: [`${programs}/${driver}`, client, ...command.args] };
    },
  };
}

/**
 * The host with its client's library in place of its program: what it starts is Node, with our program and `entry`, the
 * absolute path of the library. Undefined where it has none.
 */
export function inProcessHost(
  host: WorkerHost,
  programs: string,
  entry: string,
): WorkerHost | undefined {
  const { library } = host;
  if (library === undefined) return undefined;
  return {
    ...host,
    program: `Node ${library.node.join('.')} or later, with ${library.package}`,
    start(wish) {
      const command = host.start(wish);
      return { ...command, args: [`${programs}/${library.script}`, entry, ...command.args] };
    },
  };
}
