import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { driverOf } from '../../harness/drivers/index.ts';
import { diagnosisOf, holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { startedByAgent } from '../../harness/outside-session.ts';
import { missingIn, type Policy, toldText } from '../../harness/request.ts';
import { type ClientRun, run, runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { choose, hasTerminal, openScreen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { planOf } from './product.ts';
import { denialsIn } from './witness.ts';

const rule = 'Never touch frozen.txt.';
const plan = planOf(60);

/** Two clients in one project: the work begins in the first and is handed to the second. */
interface Pair {
  sandbox: Sandbox;
  /** The environment of both clients, with their programs on PATH. */
  env(): Promise<Record<string, string>>;
  server(which: ClientDriver): ModelServer;
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
    server: (driver) => servers.get(driver.host)!,
    async env() {
      const all: Record<string, string> = {};
      const folders: string[] = [];
      for (const driver of [first, second]) {
        const client = (await bringClient(driver.client))!;
        const serverUrl = servers.get(driver.host)!.url;
        Object.assign(all, driver.start({ client, sandbox, serverUrl, prompt: '' }).env);
        folders.push(dirname(client.path));
      }
      return { ...all, PATH: [...folders, all.PATH].join(delimiter) };
    },
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
const chain: [string, string][] = [
  ['claude-code', 'codex'],
  ['codex', 'claude-code'],
  ['claude-code', 'opencode'],
  ['opencode', 'pi'],
  ['pi', 'gemini'],
  ['gemini', 'qwen'],
  ['qwen', 'copilot'],
  ['copilot', 'claude-code'],
];
const hosts = [...new Set(chain.flat())];
/** All of them take minutes, so that they run only where somebody asks for them. */
const pairs =
  process.env.HOLDFAST_PAIRS === 'all'
    ? hosts.flatMap((first) =>
        hosts.flatMap((second): [string, string][] => (first === second ? [] : [[first, second]])),
      )
    : chain;

describe('work that is handed from one real client to another', () => {
  for (const [firstHost, secondHost] of pairs) {
    it(`is known whole, and changes nothing before the plan was read: ${firstHost} to ${secondHost}`, async (test) => {
      const both = [driverOf(firstHost).client, driverOf(secondHost).client];
      const here = [await bringClient(both[0]!), await bringClient(both[1]!)];
      test.skip(here.includes(undefined), 'one of the clients does not run here');
      const pair = await openPair([firstHost, secondHost], working);
      const before = await pair.run(pair.first, `${rule} Then begin with PLAN.md.`);
      const { id, text } = textFor(pair, before.sessionId);
      const ran = await pair.run(pair.second, text);
      const known = () => diagnosisOf(pair.sandbox, ran.sessionId, secondHost) + ran.stderr;
      const [request] = ran.requests.filter(({ kind }) => kind === 'main');
      const wanted = [rule, join(pair.sandbox.project, 'PLAN.md'), 'Next: ', 'plan-mark-60-end'];
      expect(missingIn(toldText(request!), ...wanted), known()).toEqual([]);
      const there = (name: string) => existsSync(join(pair.sandbox.project, name));
      expect([there('early.txt'), there('late.txt')], known()).toEqual([false, true]);
      const last = ran.requests.filter(({ kind }) => kind === 'main').at(-1)!;
      expect(denialsIn(last, pair.second.tools)).toHaveLength(1);

      const kinds = journalOf(pair.sandbox, ran.sessionId, secondHost).map(({ kind }) => kind);
      expect(missingIn(kinds.join(' '), 'handed.here', 'delivered', 'met'), known()).toEqual([]);
      expect(holdfast(pair.sandbox, 'show', ran.sessionId)).toContain(before.sessionId);
      const told = holdfast(pair.sandbox, 'show', before.sessionId);
      expect(missingIn(told, id, ran.sessionId, 'delivered')).toEqual([]);
    });
  }
});

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

describe('work that is handed to a real client', () => {
  it('as a worker goes on to the end of a ticket, with the facts of the session before', async (test) => {
    if ((await bringClient()) === undefined || (await bringClient('codex')) === undefined)
      test.skip('one of the clients does not run here');
    const pair = await openPair(['codex', 'claude-code'], (sandbox, driver) => {
      const works = working(sandbox, driver);
      return (request, earlier) => {
        const answer = works(request, earlier);
        const done = /holdfast ticket done (\S+) --result/.exec(toldText(request))?.[1];
        const turn = request.nth;
        if (request.kind !== 'main' || done === undefined || turn < 3) return answer;
        if (turn > 3) return { text: 'Done.' };
        return { calls: [driver.tools.shell(`holdfast ticket done ${done} --result "it holds"`)] };
      };
    });
    const before = await pair.run(pair.first, `${rule} Then begin with PLAN.md.`);
    const args = ['handoff', before.sessionId, '--to', 'claude', '--worker', '--json'];
    const place = { cwd: pair.sandbox.project, env: await pair.env(), timeoutMs: 120_000 };
    const ran = await run(process.execPath, [cli, ...args], place);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const { worker } = JSON.parse(ran.stdout) as { worker: string };
    const folder = join(pair.sandbox.holdfastHome, 'workers', worker);
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    await vi.waitFor(() => expect(read('state.json').ended).toBeTypeOf('string'), {
      timeout: 120_000,
      interval: 200,
    });
    expect(read('state.json')).toMatchObject({ status: 'completed' });
    const first = pair.server(pair.second).log.find(({ kind }) => kind === 'main')!;
    expect(missingIn(toldText(first), rule, 'plan-mark-60-end', 'You are a worker')).toEqual([]);
    const there = (name: string) => existsSync(join(pair.sandbox.project, name));
    expect([there('early.txt'), there('late.txt')]).toEqual([false, true]);
    const session = String(read('launch.json').sessions.at(-1)).replace('claude-code/', '');
    expect(journalOf(pair.sandbox, session).map(({ kind }) => kind)).toContain('met');
  });

  it('at a terminal opens with the text once the user says yes', async (test) => {
    const client = await bringClient();
    if (client === undefined || !hasTerminal() || startedByAgent())
      test.skip('needs the client, and a terminal that no agent started');
    const pair = await openPair(['claude-code', 'claude-code'], working);
    const before = await pair.run(pair.first, `${rule} Then begin with PLAN.md.`);
    const screen = openScreen({
      client: { ...client!, path: process.execPath },
      sandbox: pair.sandbox,
      server: pair.server(pair.second),
      args: [cli, 'handoff', before.sessionId, '--to', 'claude'],
      env: await pair.env(),
      columns: 160,
    });
    try {
      await screen.waitFor(/with this text\?/, 60_000);
      screen.press('y', 'Enter');
      // The client's own question about the project's server, with "without it" chosen.
      await screen.waitFor('New MCP server found', 60_000);
      await choose(screen, 'Enter');
      const asked = () =>
        pair.server(pair.second).log.find((one) => toldText(one).includes('plan-mark-60-end'));
      await vi.waitFor(() => expect(asked(), screen.read(20)).toBeDefined(), {
        timeout: 60_000,
        interval: 200,
      });
      expect(missingIn(toldText(asked()!), rule, 'The user hands you the work')).toEqual([]);
      await vi.waitFor(
        () => expect(holdfast(pair.sandbox, 'show', before.sessionId)).toContain('handoff h'),
        { timeout: 30_000, interval: 500 },
      );
    } finally {
      await screen.close();
    }
  });
});
