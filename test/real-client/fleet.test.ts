import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { piDriver } from '../../harness/drivers/pi.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { runAsPersonBeside } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Answer, type Policy, textOf } from '../../harness/request.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { type Postgres, postgresPrograms, startPostgres } from '../fleet/postgres.ts';
import { git, killOn, madeRemote } from '../fleet/serving.ts';
import { bringClient } from './client.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const drivers = [claudeCodeDriver, codexDriver, piDriver];
const clients = new Map(
  await Promise.all(
    drivers.map(async (driver) => [driver.host, await bringClient(driver.client)] as const),
  ),
);
// In CI both are there: bringing a client fails then, and so does the suite of the fleet without PostgreSQL.
const all = [...clients.values()].every(Boolean) && postgresPrograms() !== undefined;

/** A machine: a home, a clone of the remote, a state folder and some clients of its own. */
interface RealMachine {
  sandbox: Sandbox;
  env: Record<string, string>;
  servers: Record<string, ModelServer>;
  holdfast(...args: string[]): Promise<string>;
}

const ticketIn = (request: Parameters<typeof textOf>[0]) =>
  /tickets\/(front|back)\.md/.exec(textOf(request))?.[1] ?? 'none';

/** What the worker of a ticket does, step by step; which one it is, its first request tells. */
const worker =
  (steps: (id: string) => Answer[]): Policy =>
  (request, earlier) => {
    if (request.kind !== 'main') return {};
    const own = earlier.filter(
      ({ kind, session }) => kind === 'main' && session === request.session,
    );
    return steps(ticketIn(own[0] ?? request))[own.length] ?? { text: 'That is all.' };
  };

const finishes = ({ tools }: ClientDriver): Policy =>
  worker((id) => [
    { calls: [tools.shell(`touch ${id}.txt`)] },
    { calls: [tools.shell(`holdfast ticket done ${id} --result "${id} is whole"`)] },
  ]);
/** Half of the work, then a command that does not end. */
const hangs = ({ tools }: ClientDriver): Policy =>
  worker((id) => [
    { calls: [tools.shell(`holdfast ticket progress ${id} "half of it"`)] },
    { calls: [tools.shell('tail -f .git/config'), tools.shell('sleep 600')] },
  ]);
const handler: Policy = (request) => {
  if (request.kind !== 'main') return {};
  const { tools } = claudeCodeDriver;
  if (textOf(request).includes('front is whole')) return { text: 'Both are done.' };
  if (textOf(request).includes('What came of it?')) {
    return { calls: [tools.shell('holdfast ticket show front; holdfast ticket show back')] };
  }
  const words = ['front', 'back'].map((id) => `holdfast ticket new "Make ${id}" --id ${id}`);
  return request.nth === 0
    ? { calls: [tools.shell(words.join(' && '))] }
    : { text: 'Two tickets wait.' };
};

describe.skipIf(!all)('a fleet of two machines with real clients', () => {
  let postgres: Postgres;
  let database: Database;
  let folder: string;
  let remote: string;
  let connection: string;
  const machines: RealMachine[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.fresh();
    database = openDatabase(fleetAddress(url));
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-real-fleet-')));
    remote = madeRemote(folder);
    connection = join(folder, 'connection');
    writeFileSync(connection, `${url}\n`, { mode: 0o600 });
  }, 120_000);
  afterAll(async () => {
    for (const { sandbox, servers } of machines) {
      killOn(sandbox.holdfastHome);
      for (const server of Object.values(servers)) await server.close();
      sandbox.remove();
    }
    await database?.close();
    await postgres?.end();
    if (folder) removeFolder(folder);
  });

  async function machine(name: string, parts: [ClientDriver, Policy][]): Promise<RealMachine> {
    const sandbox = createSandbox(`fleet-${name}`);
    const bin = join(sandbox.root, 'bin');
    mkdirSync(bin);
    git(sandbox.project, 'clone', '--quiet', remote, '.');
    const env: Record<string, string> = {};
    const servers: Record<string, ModelServer> = {};
    for (const [driver, policy] of parts) {
      const client = clients.get(driver.host)!;
      const server = await startModelServer({ policy, dialect: driver.dialect });
      servers[driver.host] = server;
      driver.prepare?.(sandbox, server.url);
      const started = driver.start({ client, sandbox, serverUrl: server.url, prompt: '' });
      Object.assign(env, started.env);
      const script = started.program === client.path ? '' : ` '${started.args[0]}'`;
      const path = join(bin, driver.client === 'claude-code' ? 'claude' : driver.client);
      program(path, `exec '${started.program}'${script} "$@"`);
    }
    program(join(bin, 'holdfast'), `exec '${process.execPath}' '${cli}' "$@"`);
    // Shells that Codex starts are login shells, which set PATH anew.
    writeFileSync(join(sandbox.home, '.bash_profile'), `PATH='${bin}':$PATH\n`);
    env.PATH = [bin, process.env.PATH].join(delimiter);
    const config = join(sandbox.home, '.config', 'holdfast');
    mkdirSync(config, { recursive: true });
    writeFileSync(
      join(config, 'config.json'),
      JSON.stringify({ workerAllow: ['touch *', 'sleep *'], fleetShares: ['workers'] }),
    );
    const one: RealMachine = {
      sandbox,
      env,
      servers,
      async holdfast(...args) {
        const place = { cwd: sandbox.project, env };
        const ran = await runAsPersonBeside(process.execPath, [cli, ...args], place);
        if (ran.code !== 0) throw new Error(`holdfast ${args.join(' ')}: ${ran.out}${ran.err}`);
        return ran.out;
      },
    };
    machines.push(one);
    for (const [{ host, scope }] of parts) {
      await one.holdfast('init', '--host', host, '--scope', scope, '--yes');
    }
    if (machines.length === 1) await one.holdfast('fleet', 'init', '--file', connection);
    await one.holdfast('fleet', 'join', '--machine', name, '--file', connection);
    return one;
  }

  async function prompt({ sandbox, servers, env }: RealMachine, text: string, resume?: string) {
    const started = claudeCodeDriver.start({
      client: clients.get('claude-code') as FetchedClient,
      sandbox,
      serverUrl: servers['claude-code']!.url,
      prompt: text,
      ...(resume && { resume }),
    });
    const ran = await run(started.program, started.args, {
      cwd: sandbox.project,
      env: { ...started.env, PATH: env.PATH! },
      timeoutMs: 120_000,
    });
    const rows = ran.stdout.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
    return claudeCodeDriver.outcome(rows, sandbox);
  }

  const tickets = async () =>
    (
      await database.query<{ id: string; status: string; machine: string | null }>(
        'select id, status, machine from holdfast.tickets order by id',
      )
    ).rows;

  it('finishes on one machine what the other had that was killed, and the handler learns of it', async () => {
    const desk = await machine('desk', [
      [claudeCodeDriver, handler],
      [codexDriver, finishes(codexDriver)],
    ]);
    const box = await machine('box', [[piDriver, hangs(piDriver)]]);
    const { sessionId } = await prompt(desk, 'Hand the work out.');
    await desk.holdfast('fleet', 'sync');
    expect((await tickets()).map(({ id }) => id)).toEqual(['back', 'front']);

    const serving = box.holdfast('fleet', 'serve', '--host', 'pi').catch(() => 'killed');
    await vi.waitFor(
      async () => {
        const { rows } = await database.query(
          "select from holdfast.progress where line like '%half of it%'",
        );
        expect(rows, JSON.stringify(box.servers.pi!.faults)).toHaveLength(1);
      },
      { timeout: 120_000, interval: 200 },
    );
    killOn(box.sandbox.holdfastHome);
    await serving;
    expect((await tickets()).filter((one) => one.machine === 'box')).toHaveLength(1);
    // Its lease runs out now, not in five minutes.
    await database.query(
      "update holdfast.tickets set until = clock_timestamp() - interval '1 second' where machine = 'box'",
    );
    const said = await desk.holdfast('fleet', 'serve', '--host', 'codex', '--max', '2', '--once');
    expect(await tickets(), said).toEqual([
      { id: 'back', status: 'done', machine: null },
      { id: 'front', status: 'done', machine: null },
    ]);
    for (const id of ['front', 'back']) {
      expect(git(remote, 'ls-tree', '--name-only', `holdfast/${id}`)).toContain(`${id}.txt`);
    }
    const { rows } = await database.query<{ line: string }>(
      "select line from holdfast.progress where line like '%half of it%'",
    );
    expect(rows).toHaveLength(1);
    const { result } = await prompt(desk, 'What came of it?', sessionId);
    const last = textOf(desk.servers['claude-code']!.log.findLast(({ kind }) => kind === 'main')!);
    expect(result, last).toBe('Both are done.');
    for (const text of ['front is whole', 'back is whole', 'half of it']) {
      expect(last).toContain(text);
    }
    for (const { servers } of machines)
      for (const server of Object.values(servers)) expect(server.faults).toEqual([]);
  }, 420_000);
});

/** A program that is a shell's script. */
function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
