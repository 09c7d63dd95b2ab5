import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { piDriver } from '../../harness/drivers/pi.ts';
import { qwenDriver } from '../../harness/drivers/qwen.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast, holdfastBeside } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { type Answer, fullContext, type Policy, toldText } from '../../harness/request.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import type { WorkerState } from '../../src/core/worker/launch.ts';
import { bringClient } from './client.ts';
import { until } from './worker-kit.ts';

const drivers = [claudeCodeDriver, codexDriver, piDriver, qwenDriver];
const clients = await Promise.all(drivers.map((driver) => bringClient(driver.client)));
const all = clients.every((client) => client !== undefined);

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let sandbox: Sandbox;
let env: Record<string, string>;
const servers: Record<string, ModelServer> = {};

/** Answers main requests in this order, then ends the turn. */
const steps =
  (list: Answer[]): Policy =>
  (request) =>
    request.kind === 'main' ? (list[request.nth] ?? { text: 'That is all.' }) : {};

const progress = (driver: ClientDriver, id: string, text: string) =>
  driver.tools.shell(`holdfast ticket progress ${id} "${text}"`);

const scripts: Record<string, Policy> = {
  'claude-code': steps([
    {
      calls: [
        ['codex', 'twice'],
        ['pi', 'killed'],
        ['qwen', 'stuck'],
      ].map(([host, id]) =>
        claudeCodeDriver.tools.shell(`holdfast run ${id} --host ${host} --detach --json`),
      ),
    },
    { text: 'Three workers are at work.' },
  ]),
  codex: steps([
    { calls: [progress(codexDriver, 'twice', 'step one')] },
    { calls: [progress(codexDriver, 'twice', 'step two')], inputTokens: fullContext },
    { calls: [progress(codexDriver, 'twice', 'step three')] },
    { calls: [progress(codexDriver, 'twice', 'step four')], inputTokens: fullContext },
    { calls: [progress(codexDriver, 'twice', 'step five')] },
    { calls: [codexDriver.tools.shell('holdfast ticket done twice --result "all five"')] },
  ]),
  pi: steps([
    { calls: [progress(piDriver, 'killed', 'step one')] },
    { calls: [piDriver.tools.shell('make everything')] },
    { calls: [progress(piDriver, 'killed', 'step two')] },
    { calls: [piDriver.tools.shell('holdfast ticket done killed --result "both"')] },
  ]),
  qwen: steps([
    { calls: [progress(qwenDriver, 'stuck', 'step one')] },
    { calls: [qwenDriver.tools.shell('holdfast ticket block stuck "the key is missing"')] },
  ]),
};

beforeAll(async () => {
  if (!all) return;
  sandbox = createSandbox('handler');
  const bin = join(sandbox.root, 'bin');
  mkdirSync(bin);
  env = {};
  for (const [at, driver] of drivers.entries()) {
    const client = clients[at]!;
    const server = await startModelServer({
      policy: scripts[driver.host]!,
      dialect: driver.dialect,
    });
    servers[driver.host] = server;
    driver.prepare?.(sandbox, server.url);
    const hooks = driver.hooksFile?.(sandbox, driver.scope);
    if (hooks !== undefined && driver.settings !== undefined && !existsSync(hooks)) {
      writeFileSync(hooks, JSON.stringify(driver.settings));
    }
    const {
      program,
      args,
      env: own,
    } = driver.start({ client, sandbox, serverUrl: server.url, prompt: '' });
    Object.assign(env, own);
    const script = program === client.path ? '' : ` '${args[0]}'`;
    const path = join(bin, driver.client === 'claude-code' ? 'claude' : driver.client);
    writeFileSync(path, `#!/bin/sh\nexec '${program}'${script} "$@"\n`);
    chmodSync(path, 0o755);
  }
  const own = join(bin, 'holdfast');
  writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(own, 0o755);
  // Shells that this client starts are login shells, which set PATH anew.
  writeFileSync(join(sandbox.home, '.bash_profile'), `PATH='${bin}':$PATH\n`);
  env.PATH = [bin, process.env.PATH].join(delimiter);
  // With the clients on PATH, so that each that asks for trust in hooks is given it.
  for (const { host, scope } of drivers) {
    holdfastBeside(sandbox, own, 'init', '--host', host, '--scope', scope, '--yes');
  }
  for (const id of ['twice', 'killed', 'stuck']) {
    holdfast(sandbox, 'ticket', 'new', `Work ${id}`, '--id', id);
  }
}, 300_000);

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
  sandbox?.remove();
});

const ticketOf = (id: string) => JSON.parse(holdfast(sandbox, 'ticket', 'show', id, '--json'));
const steps_ = (id: string): string[] =>
  ticketOf(id).progress.map((line: string) => line.replace(/^\S+Z /, ''));

/** States of the workers by their ticket's id. */
function workers(): Record<string, WorkerState> {
  const folder = join(sandbox.holdfastHome, 'workers');
  const found: Record<string, WorkerState> = {};
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    try {
      const read = (file: string) => JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
      found[read('launch.json').ticketId] = read('state.json');
    } catch {
      // It is being made.
    }
  }
  return found;
}

/** Waits; a failure says where everybody stands. */
async function within(ms: number, what: string, look: () => boolean): Promise<void> {
  await until(look, what, ms).catch((error) => {
    const said = Object.entries(servers).map(
      ([host, { log }]) =>
        `${host}: ${log.length} requests, the last was told\n${log.at(-1) ? toldText(log.at(-1)!).slice(-1500) : ''}`,
    );
    throw new Error([error.message, JSON.stringify(workers(), null, 1), ...said].join('\n\n'));
  });
}

const over = ({ status }: WorkerState) => ['completed', 'interrupted', 'failed'].includes(status);

async function handler(prompt: string, resume?: string): Promise<string> {
  const client = clients[0]!;
  const started = claudeCodeDriver.start({
    client: client as FetchedClient,
    sandbox,
    serverUrl: servers['claude-code']!.url,
    prompt,
    ...(resume && { resume }),
  });
  const ran = await run(started.program, started.args, {
    cwd: sandbox.project,
    env: { ...started.env, ...env },
    timeoutMs: 120_000,
  });
  const rows = ran.stdout.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return claudeCodeDriver.outcome(rows, sandbox).sessionId;
}

describe.skipIf(!all)('a handler with three workers on three hosts', () => {
  it('gets each ticket right and is told each result once, though one compacts twice, one is killed, one is blocked [R47] [R45] [case 86]', async () => {
    const session = await handler('Hand the work out.');
    await within(90_000, 'the worker on pi asks for leave in the middle of its work', () => {
      return (workers().killed?.waiting.length ?? 0) > 0;
    });
    process.kill(workers().killed!.client!.pid, 'SIGKILL');
    await within(120_000, 'all three have ended', () => {
      const now = Object.values(workers());
      return now.length === 3 && now.every(over);
    });

    expect(steps_('twice')).toEqual([
      ...['one', 'two', 'three', 'four', 'five'].map((word) => `step ${word}`),
      'done',
    ]);
    expect(ticketOf('twice')).toMatchObject({ status: 'done', result: 'all five', lease: null });
    expect(steps_('killed')).toEqual(['step one', 'step two', 'done']);
    expect(ticketOf('killed')).toMatchObject({ status: 'done', result: 'both', lease: null });
    expect(steps_('stuck')).toEqual(['step one', 'blocked: the key is missing']);
    expect(ticketOf('stuck')).toMatchObject({ status: 'blocked', lease: null });
    expect(workers()).toMatchObject({
      twice: { status: 'completed', compactions: 2, restarts: 0 },
      killed: { status: 'completed', restarts: 1 },
      stuck: { status: 'interrupted' },
    });

    await handler('What came of it?', session);
    await handler('And now?', session);
    const last = servers['claude-code']!.log.findLast(({ kind }) => kind === 'main')!;
    const told = toldText(last).match(/<task-notification>[\s\S]*?<\/task-notification>/g) ?? [];
    expect(told).toHaveLength(3);
    for (const [id, status] of [
      ['twice', 'completed'],
      ['killed', 'completed'],
      ['stuck', 'killed|failed'],
    ]) {
      const own = told.filter((text) => text.includes(`Work ${id}`) || text.includes(id!));
      expect(own, id).toHaveLength(1);
      expect(own[0]).toMatch(new RegExp(`<status>(${status})</status>`));
    }
    for (const server of Object.values(servers)) expect(server.faults).toEqual([]);
  }, 300_000);
});
