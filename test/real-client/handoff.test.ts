import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { driverOf } from '../../harness/drivers/index.ts';
import { diagnosisOf, holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { missingIn, type Policy, toldText } from '../../harness/request.ts';
import { type ClientRun, runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { planOf } from './product.ts';
import { denialsIn } from './witness.ts';

const rule = 'Never touch frozen.txt.';
const plan = planOf(60);

/** Two clients in one project: the work begins in the first and is handed to the second. */
interface Pair {
  sandbox: Sandbox;
  first: ClientDriver;
  second: ClientDriver;
  run(which: ClientDriver, prompt: string, resume?: string): Promise<ClientRun>;
}

const open: { sandbox: Sandbox; servers: ModelServer[] }[] = [];

afterEach(async () => {
  for (const { sandbox, servers } of open.splice(0)) {
    for (const server of servers) await server.close();
    sandbox.remove();
  }
});

async function openPair(
  hosts: [string, string],
  policies: (sandbox: Sandbox, driver: ClientDriver) => Policy,
): Promise<Pair> {
  const sandbox = createSandbox('handoff');
  const held = { sandbox, servers: [] as ModelServer[] };
  open.push(held);
  const [first, second] = hosts.map(driverOf) as [ClientDriver, ClientDriver];
  const servers = new Map<string, ModelServer>();
  for (const driver of [first, second]) {
    const { dialect, host } = driver;
    const server = await startModelServer({ policy: policies(sandbox, driver), dialect });
    servers.set(host, server);
    held.servers.push(server);
    driver.prepare?.(sandbox, server.url);
    installHoldfast(sandbox, driver.scope, host);
  }
  sandbox.write('PLAN.md', plan);
  holdfast(sandbox, 'task', 'set', 'PLAN.md');
  return {
    sandbox,
    first,
    second,
    async run(driver, prompt, resume) {
      const client = (await bringClient(driver.client))!;
      const server = servers.get(driver.host)!;
      return runClient({ client, driver, sandbox, server, prompt, ...(resume && { resume }) });
    },
  };
}

/** In the first client: one look at the folder, and an answer. In the second: a change at once, and only then the plan. */
function working(sandbox: Sandbox, { tools }: ClientDriver): Policy {
  const write = (name: string) => tools.write(join(sandbox.project, name), 'changed\n');
  return (request) => {
    if (request.kind !== 'main') return {};
    if (!toldText(request).includes('The user hands you the work')) {
      return request.nth === 0
        ? { calls: [tools.shell('echo looked')] }
        : { text: 'So far so good.' };
    }
    const told = toldText(request);
    const turn = request.messages.filter(
      ({ role, parts }) => role === 'assistant' && parts.some(({ type }) => type === 'call'),
    ).length;
    if (turn === 0) return { calls: [write('early.txt')] };
    if (turn === 1) return { calls: [tools.shell(`cat '${join(sandbox.project, 'PLAN.md')}'`)] };
    if (turn === 2) return { calls: [write('late.txt')] };
    return { text: told === '' ? '' : 'Done.' };
  };
}

/** What `holdfast handoff --print` gives. */
function textFor(pair: Pair, session: string): { id: string; text: string } {
  const out = holdfast(
    pair.sandbox,
    'handoff',
    session,
    '--to',
    pair.second.host,
    '--print',
    '--json',
  );
  return JSON.parse(out) as { id: string; text: string };
}

/** Each client hands its work over once and takes work once. */
const pairs: [string, string][] = [
  ['claude-code', 'codex'],
  ['codex', 'claude-code'],
  ['claude-code', 'opencode'],
  ['opencode', 'pi'],
  ['pi', 'gemini'],
  ['gemini', 'qwen'],
  ['qwen', 'copilot'],
  ['copilot', 'claude-code'],
];

describe('work that is handed from one real client to another', () => {
  for (const [firstHost, secondHost] of pairs) {
    it(`is known whole, and changes nothing before the plan was read: ${firstHost} to ${secondHost}`, async (test) => {
      const both = [driverOf(firstHost).client, driverOf(secondHost).client];
      const here = [await bringClient(both[0]!), await bringClient(both[1]!)];
      if (here.includes(undefined)) test.skip();
      const pair = await openPair([firstHost, secondHost], working);
      const before = await pair.run(pair.first, `${rule} Then begin with PLAN.md.`);
      const { id, text } = textFor(pair, before.sessionId);
      const run = await pair.run(pair.second, text);
      const known = () => diagnosisOf(pair.sandbox, run.sessionId, secondHost) + run.stderr;
      const [request] = run.requests.filter(({ kind }) => kind === 'main');
      const wanted = [rule, join(pair.sandbox.project, 'PLAN.md'), 'Next: ', 'plan-mark-60-end'];
      expect(missingIn(toldText(request!), ...wanted), known()).toEqual([]);
      const there = (name: string) => existsSync(join(pair.sandbox.project, name));
      expect([there('early.txt'), there('late.txt')], known()).toEqual([false, true]);
      const last = run.requests.filter(({ kind }) => kind === 'main').at(-1)!;
      expect(denialsIn(last, pair.second.tools)).toHaveLength(1);

      const kinds = journalOf(pair.sandbox, run.sessionId, secondHost).map(({ kind }) => kind);
      expect(missingIn(kinds.join(' '), 'handed.here', 'delivered', 'met'), known()).toEqual([]);
      expect(holdfast(pair.sandbox, 'show', run.sessionId)).toContain(before.sessionId);
      const told = holdfast(pair.sandbox, 'show', before.sessionId);
      expect(missingIn(told, id, run.sessionId, 'delivered')).toEqual([]);
    });
  }
});
