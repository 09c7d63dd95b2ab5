import type { FetchedClient } from '../harness/fetch-client.ts';
import { startModelServer } from '../harness/model-server.ts';
import type { ModelRequest } from '../harness/request.ts';
import { type ClientRun, runClient } from '../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../harness/sandbox.ts';
import { createShop, prompt } from './project.ts';
import { forgetfulAgent } from './script.ts';

/** One run of the whole task, to its end. */
export interface ArmResult {
  run: ClientRun;
  /** The first request to the model after the compaction. */
  next: ModelRequest;
  milliseconds: number;
}

/**
 * Runs the task once in temporary folders. `install` may change the sandbox before the client starts; `look` sees it
 * after the client ended, before it is removed.
 */
export async function runArm<T>(
  client: FetchedClient,
  install: (sandbox: Sandbox) => void,
  look: (sandbox: Sandbox, result: ArmResult) => T,
): Promise<T> {
  const sandbox = createSandbox('demo');
  const server = await startModelServer({ policy: forgetfulAgent });
  try {
    createShop(sandbox);
    install(sandbox);
    const started = performance.now();
    const run = await runClient({ client, sandbox, server, prompt });
    const milliseconds = performance.now() - started;
    if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
    if (run.exitCode !== 0) {
      throw new Error(`The client ended with ${run.exitCode}: ${run.result} ${run.stderr}`);
    }
    const summary = run.requests.findIndex((request) => request.kind === 'summary');
    const next = run.requests.slice(summary + 1).find((request) => request.kind === 'main');
    if (summary < 0 || !next)
      throw new Error('The client did not compact, so there is nothing to compare.');
    return look(sandbox, { run, next, milliseconds });
  } finally {
    await server.close();
    sandbox.remove();
  }
}
