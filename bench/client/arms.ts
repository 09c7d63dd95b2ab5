import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Policy, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import type { HostInstall } from '../../src/core/install/host-install.ts';
import { pause } from '../../src/platform/pause.ts';

/** A way in which the same session is driven. */
export interface Arm {
  name: string;
  /** Hook settings of the user, or what installs Holdfast. */
  prepare(sandbox: Sandbox): void;
}

/** What a client's hooks are, for the arms. */
export interface Measured {
  driver: ClientDriver;
  install: HostInstall;
}

/** Events of a single tool call before it runs, as clients name them. */
const beforeCall = /^(PreToolUse|BeforeTool|preToolUse)$/;

/** The events that fire in a session of Claude Code without a compaction, three of them for each call. */
const seven = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'Stop',
  'SessionEnd',
];

/** The same session in six ways; the third is the floor of what is paid once, the second that of a call. */
export function armsOf({ driver, install }: Measured): Arm[] {
  const init = (sandbox: Sandbox, ...more: string[]) =>
    holdfast(sandbox, 'init', '--host', driver.host, '--scope', driver.scope, '--yes', ...more);
  const file = (sandbox: Sandbox) => driver.hooksFile!(sandbox, driver.scope);
  /** Our own settings with commands that do nothing, of the events that `takes` names. */
  const idle = (takes: (event: string) => boolean) => (sandbox: Sandbox) => {
    init(sandbox, '--no-mcp');
    let text = readFileSync(file(sandbox), 'utf8');
    for (const { command } of install.registered(text, file(sandbox)))
      text = text.replaceAll(JSON.stringify(command), '":"');
    const settings = JSON.parse(text) as { hooks: Record<string, unknown> };
    for (const event of Object.keys(settings.hooks))
      if (!takes(event)) delete settings.hooks[event];
    writeFileSync(file(sandbox), JSON.stringify(settings));
  };
  const colon = [{ hooks: [{ type: 'command', command: ':' }] }];
  const allIdle =
    driver.host === 'claude-code'
      ? (sandbox: Sandbox) => {
          const hooks = Object.fromEntries(seven.map((event) => [event, colon]));
          sandbox.write('.claude/settings.json', JSON.stringify({ hooks }));
        }
      : idle(() => true);
  return [
    { name: 'no hooks', prepare: () => {} },
    { name: 'one hook ":" before a tool', prepare: idle((event) => beforeCall.test(event)) },
    {
      name: driver.host === 'claude-code' ? 'seven hooks ":"' : 'the same events with ":"',
      prepare: allIdle,
    },
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
}

/** A place in which one arm is run again and again. */
export interface Place {
  arm: Arm;
  /** One session of so many shell calls; what it took in milliseconds, and the texts of its last request. */
  run(calls: number): Promise<{ ms: number; text: string }>;
  close(): Promise<void>;
}

/** Opens an arm with a model that answers at once. */
export async function openPlace(
  client: FetchedClient,
  { driver }: Measured,
  arm: Arm,
): Promise<Place> {
  const sandbox = createSandbox('bench');
  let wanted = 0;
  let asked = 0;
  const policy: Policy = (request) => {
    if (request.kind !== 'main') return { text: 'A title' };
    asked += 1;
    return asked <= wanted
      ? { calls: [driver.tools.shell(`true ${asked}`)] }
      : { text: 'Done, all of it.' };
  };
  const server: ModelServer = await startModelServer({ policy, dialect: driver.dialect });
  driver.prepare?.(sandbox, server.url);
  const settings = driver.hooksFile!(sandbox, driver.scope);
  mkdirSync(dirname(settings), { recursive: true });
  if (driver.settings) writeFileSync(settings, JSON.stringify(driver.settings));
  writeFileSync(`${sandbox.project}/README.md`, '# A project\n');
  arm.prepare(sandbox);
  return {
    arm,
    async run(calls) {
      [wanted, asked] = [calls, 0];
      const start = process.hrtime.bigint();
      const ran = await runClient({ client, driver, sandbox, server, prompt: 'Do the work.' });
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      // What hooks do after their answer takes a processor from whoever starts next, and nobody waits for it.
      await pause(1_500);
      const main = ran.requests.filter(({ kind }) => kind === 'main');
      if (ran.exitCode !== 0 || main.length !== calls + 1)
        throw new Error(
          `${arm.name}: exit ${ran.exitCode}, ${main.length} requests for ${calls} calls: ${ran.stderr}`,
        );
      const last = main.at(-1)!;
      return { ms, text: textOf(last) + JSON.stringify(last.raw.tools ?? '') };
    },
    async close() {
      await server.close();
      removeFolder(sandbox.root);
    },
  };
}
