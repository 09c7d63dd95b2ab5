import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { type Policy, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';

/** A way in which the same session is driven. */
export interface Arm {
  name: string;
  /** Hook settings of the user, or what installs Holdfast. */
  prepare(sandbox: Sandbox): void;
}

const colon = [{ hooks: [{ type: 'command', command: ':' }] }];
const settings = (events: string[]) => (sandbox: Sandbox) => {
  const path = claudeCodeDriver.hooksFile!(sandbox, 'project')!;
  const hooks = Object.fromEntries(events.map((event) => [event, colon]));
  sandbox.write('.claude/settings.json', JSON.stringify({ hooks }));
  if (!path.endsWith('/.claude/settings.json')) throw new Error(`settings are in ${path}`);
};

/** Seven events, three of them for each call, that fire in a session without a compaction. */
const seven = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'Stop',
  'SessionEnd',
];

const init = (sandbox: Sandbox, ...more: string[]) =>
  holdfast(sandbox, 'init', '--host', 'claude-code', '--scope', 'project', '--yes', ...more);

export const arms: readonly Arm[] = [
  { name: 'no hooks', prepare: () => {} },
  { name: 'one hook ":" before a tool', prepare: settings(['PreToolUse']) },
  { name: 'seven hooks ":"', prepare: settings(seven) },
  { name: 'Holdfast without its MCP server', prepare: (sandbox) => init(sandbox, '--no-mcp') },
  { name: 'Holdfast', prepare: (sandbox) => init(sandbox) },
  {
    name: 'Holdfast with a task set',
    prepare(sandbox) {
      init(sandbox);
      sandbox.write('PLAN.md', '# Plan\n\n- [ ] count the files\n');
      holdfast(sandbox, 'task', 'set', 'PLAN.md');
    },
  },
];

/** A place in which one arm is run again and again. */
export interface Place {
  arm: Arm;
  /** One session of so many shell calls; what it took in milliseconds, and the characters of its last request. */
  run(calls: number): Promise<{ ms: number; characters: number }>;
  close(): Promise<void>;
}

/** Opens an arm with a model that answers at once. */
export async function openPlace(client: FetchedClient, arm: Arm): Promise<Place> {
  const sandbox = createSandbox('bench');
  let wanted = 0;
  const policy: Policy = (request, earlier) => {
    if (request.kind !== 'main') return { text: 'A title' };
    const begun = earlier.filter(
      ({ kind, session }) => kind === 'main' && session === request.session,
    ).length;
    return begun < wanted
      ? { calls: [claudeCodeDriver.tools.shell('true')] }
      : { text: 'Done, all of it.' };
  };
  const server: ModelServer = await startModelServer({
    policy,
    dialect: claudeCodeDriver.dialect,
  });
  claudeCodeDriver.prepare?.(sandbox, server.url);
  writeFileSync(join(sandbox.project, 'README.md'), '# A project\n');
  arm.prepare(sandbox);
  return {
    arm,
    async run(calls) {
      wanted = calls;
      const start = process.hrtime.bigint();
      const ran = await runClient({ client, sandbox, server, prompt: 'Do the work.' });
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      const main = ran.requests.filter(({ kind }) => kind === 'main');
      if (ran.exitCode !== 0 || main.length !== calls + 1)
        throw new Error(
          `${arm.name}: exit ${ran.exitCode}, ${main.length} requests for ${calls} calls: ${ran.stderr}`,
        );
      const last = main.at(-1)!;
      return { ms, characters: textOf(last).length + JSON.stringify(last.raw.tools ?? '').length };
    },
    async close() {
      await server.close();
      rmSync(sandbox.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
