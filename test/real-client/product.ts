import { afterEach } from 'vitest';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { createRecorder, hookSettings, type Recorder } from '../../harness/recorder.ts';
import type { Policy } from '../../harness/request.ts';
import { type ClientRun, type RunOptions, runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';

/** A project with Holdfast, and a client to work in it. */
export interface Workplace {
  sandbox: Sandbox;
  server: ModelServer;
  /** Sees every event beside Holdfast. */
  recorder: Recorder;
  run(prompt: string, options?: Partial<RunOptions>): Promise<ClientRun>;
  /** Kinds of the journal's entries, in order. */
  journal(sessionId: string): string[];
}

const open: Workplace[] = [];

/** Makes a workplace with PLAN.md as its explicit task; `plan: ''` makes one without a task. */
export async function openWorkplace(
  client: FetchedClient,
  options: { plan: string; policy: (sandbox: Sandbox) => Policy },
): Promise<Workplace> {
  const sandbox = createSandbox('test');
  const server = await startModelServer({ policy: options.policy(sandbox) });
  const recorder = createRecorder(sandbox);
  const workplace: Workplace = {
    sandbox,
    server,
    recorder,
    run(prompt, more = {}) {
      const userSettings = hookSettings(recorder.command);
      return runClient({ client, sandbox, server, prompt, userSettings, ...more });
    },
    journal: (sessionId) => journalOf(sandbox, sessionId).map((entry) => String(entry.kind)),
  };
  open.push(workplace);
  installHoldfast(sandbox);
  if (options.plan) {
    sandbox.write('PLAN.md', options.plan);
    holdfast(sandbox, 'task', 'set', 'PLAN.md');
  }
  return workplace;
}

afterEach(async () => {
  for (const workplace of open.splice(0)) {
    await workplace.server.close();
    workplace.sandbox.remove();
  }
});

/** A plan of so many steps, each with a word of its own. 20 steps fit into a brief, 80 do not. */
export function planOf(steps: number): string {
  const lines = Array.from(
    { length: steps },
    (_, index) =>
      `- [ ] step ${index + 1}: handle the case with the mark plan-mark-${index + 1}-end`,
  );
  return ['# Plan of the test', '', 'Never touch frozen.txt.', '', ...lines, ''].join('\n');
}
