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
