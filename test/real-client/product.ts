import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { diagnosisOf, holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import type { PolicyTask } from '../../harness/policies/common.ts';
import type { Row } from '../../harness/record.ts';
import { createRecorder, hookSettings, type Recorder } from '../../harness/recorder.ts';
import type { Policy } from '../../harness/request.ts';
import { type ClientRun, type RunOptions, runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';

/** A project with Holdfast, and a client to work in it. */
export interface Workplace {
  sandbox: Sandbox;
  server: ModelServer;
  /** Sees every event beside Holdfast, where hooks are settings. */
  recorder: Recorder;
  run(prompt: string, options?: Partial<RunOptions>): Promise<ClientRun>;
  /** Kinds of the journal's entries, in order. */
  journal(sessionId: string): string[];
  /** The entries themselves. */
  entries(sessionId: string): Row[];
  /** What Holdfast knows of the session, for the message of a test that failed. */
  diagnosis(sessionId: string): string;
}

const open: Workplace[] = [];

/** Makes a workplace with PLAN.md as its explicit task; `plan: ''` makes one without a task. */
export async function openWorkplace(
  client: FetchedClient,
  options: {
    plan: string;
    policy: (sandbox: Sandbox) => Policy;
    /** Default: Claude Code. */
    driver?: ClientDriver;
    /** False: without Holdfast. */
    install?: boolean;
  },
): Promise<Workplace> {
  const driver = options.driver ?? claudeCodeDriver;
  const { host, dialect } = driver;
  const sandbox = createSandbox('test');
  const server = await startModelServer({ policy: options.policy(sandbox), dialect });
  driver.prepare?.(sandbox, server.url);
  const recorder = createRecorder(sandbox);
  const workplace: Workplace = {
    sandbox,
    server,
    recorder,
    run: (prompt, more = {}) => runClient({ client, driver, sandbox, server, prompt, ...more }),
    journal: (session) => journalOf(sandbox, session, host).map((entry) => String(entry.kind)),
    entries: (session) => journalOf(sandbox, session, host),
    diagnosis: (session) => diagnosisOf(sandbox, session, host),
  };
  open.push(workplace);
  const hooks = driver.hooksFile?.(sandbox, 'user');
  if (hooks !== undefined) {
    mkdirSync(dirname(hooks), { recursive: true });
    const settings = { ...driver.settings, ...hookSettings(recorder.command) };
    writeFileSync(hooks, JSON.stringify(settings, null, 2));
  }
  if (options.install !== false) installHoldfast(sandbox, driver.scope, host);
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

/** What a badly behaved agent works on in a sandbox. */
export function taskIn(sandbox: Sandbox, driver: ClientDriver = claudeCodeDriver): PolicyTask {
  const { project } = sandbox;
  return { project, plan: `${project}/PLAN.md`, tools: driver.tools };
}

/** A plan of so many steps, each with a word of its own. 20 steps fit into a brief, 80 do not. */
export function planOf(steps: number): string {
  const lines = Array.from(
    { length: steps },
    (_, index) =>
      `- [ ] step ${index + 1}: handle the case with the mark plan-mark-${index + 1}-end`,
  );
  return ['# Plan of the test', '', 'Never touch frozen.txt.', '', ...lines, ''].join('\n');
}

/** Makes Holdfast's launcher kill itself for payloads that match, before it starts anything. */
export function killHookAt(work: Workplace, pattern: RegExp): void {
  const launcher = join(work.sandbox.holdfastHome, 'bin', 'hook');
  const [shebang, ...rest] = readFileSync(launcher, 'utf8').split('\n');
  const lines = [
    shebang,
    `p="${work.sandbox.root}/payload-$$"; cat > "$p"; exec < "$p"; rm -f "$p.seen"; mv "$p" "$p.seen"`,
    `if grep -q '${pattern.source}' "$p.seen"; then echo killed >> '${work.sandbox.root}/killed'; kill -9 $$; fi`,
    ...rest,
  ];
  writeFileSync(launcher, lines.join('\n'));
}
