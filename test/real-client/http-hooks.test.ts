import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { compactThen } from '../../harness/policies/common.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, taskIn, type Workplace } from './product.ts';
import { denialsIn, executedCalls, holdsWhole, isChanging } from './witness.ts';

const { tools } = claudeCodeDriver;
const driver = { ...claudeCodeDriver, scope: 'user' as const };
const client = await bringClient();
const longPlan = planOf(80);

let sandbox: Sandbox | undefined;
afterEach(() => {
  if (sandbox && existsSync(sandbox.holdfastHome)) holdfast(sandbox, 'daemon', 'stop');
});

/** A person's client whose hooks are posted to a daemon, with a task, and a policy that edits early, reads, and edits. */
async function openPosting(): Promise<Workplace> {
  const work = await openWorkplace(client!, {
    plan: '',
    driver,
    install: false,
    policy: (place) =>
      compactThen(taskIn(place, driver), (turn) => {
        const changes = [
          tools.write(`${place.project}/early.txt`),
          tools.read(`${place.project}/PLAN.md`),
          tools.write(`${place.project}/late.txt`),
        ];
        return changes[turn] ? { calls: [changes[turn]!] } : { text: 'Done.' };
      }),
  });
  sandbox = work.sandbox;
  holdfast(sandbox, 'daemon', 'start');
  holdfast(sandbox, 'init', '--host', driver.host, '--transport', 'http', '--no-mcp', '--yes');
  sandbox.write('PLAN.md', longPlan);
  holdfast(sandbox, 'task', 'set', 'PLAN.md');
  return work;
}

/** The port of a process that was killed is free a moment later. */
async function listenSoon(server: Server, port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const failed = await new Promise<Error | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => resolve(undefined));
    });
    if (failed === undefined) return;
    if (tries > 40) throw failed;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const settingsOf = (work: Workplace) =>
  readFileSync(driver.hooksFile!(work.sandbox, 'user')!, 'utf8');

describe.skipIf(!client)('hooks that Claude Code posts to the daemon [R42]', () => {
  it('hold changes back behind a compaction as commands do, and each call is in the ledger', async () => {
    const work = await openPosting();
    expect(settingsOf(work)).toContain('"type": "http"');
    const run = await work.run('do the work');
    const last = run.requests.at(-1)!;
    expect(denialsIn(last, tools), work.diagnosis(run.sessionId)).toHaveLength(1);
    const changes = executedCalls(last, tools).filter(({ call }) => isChanging(call, tools));
    expect(changes.map(({ call }) => JSON.stringify(call.input))).toEqual([
      expect.stringContaining('late.txt'),
    ]);
    expect(holdsWhole(changes[0]!.toldBefore, longPlan)).toBe(true);
    expect(work.journal(run.sessionId)).toEqual(
      expect.arrayContaining(['prompt', 'snapshot', 'brief', 'denied', 'met']),
    );
    const path = join(work.sandbox.holdfastHome, 'sessions', driver.host, run.sessionId);
    const ledger = readFileSync(join(path, 'evidence.ndjson'), 'utf8').trim().split('\n');
    const ended = ledger.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome === 'ok');
    expect(ended.length).toBeGreaterThanOrEqual(2);
    expect(ended.every(({ source }) => source === 'hook')).toBe(true);
    expect(existsSync(join(work.sandbox.holdfastHome, 'faults.ndjson'))).toBe(false);
  });

  it('are none for a client that is switched off in its own environment', async () => {
    const work = await openPosting();
    const run = await work.run('do the work', { env: { HOLDFAST_DISABLE: '1' } });
    const last = run.requests.at(-1)!;
    expect(denialsIn(last, tools)).toHaveLength(0);
    expect(existsSync(join(work.sandbox.holdfastHome, 'sessions'))).toBe(false);
  });

  it('cost seconds and not minutes when something silent has the port of the daemon', async () => {
    const work = await openPosting();
    const { pid, port } = JSON.parse(holdfast(work.sandbox, 'daemon', 'status', '--json'));
    process.kill(pid, 'SIGKILL');
    let met = 0;
    const silent = createServer((socket) => {
      met += 1;
      socket.on('error', () => {});
    });
    await listenSoon(silent, port);
    const began = performance.now();
    const run = await work.run('do the work');
    const ms = performance.now() - began;
    silent.close();
    expect(run.exitCode).toBe(0);
    // Three calls by two seconds, prompts and turn ends by as much, and what the client itself takes.
    expect([met >= 5, ms < 40_000, ms]).toEqual([true, true, ms]);
  });

  it('block nothing when nobody answers, are named by doctor, and are commands again once it is stopped', async () => {
    const work = await openPosting();
    const { pid } = JSON.parse(holdfast(work.sandbox, 'daemon', 'status', '--json'));
    process.kill(pid, 'SIGKILL');
    const run = await work.run('do the work');
    expect(run.exitCode).toBe(0);
    const last = run.requests.at(-1)!;
    expect(executedCalls(last, tools).filter(({ call }) => isChanging(call, tools))).toHaveLength(
      2,
    );
    expect(() => holdfast(work.sandbox, 'doctor')).toThrow(
      /posted to the daemon, and none answers/,
    );
    holdfast(work.sandbox, 'daemon', 'stop');
    expect(settingsOf(work)).not.toMatch(/"http"|Bearer/);
    expect(settingsOf(work).match(/bin\/hook/g)?.length).toBe(9);
    expect(holdfast(work.sandbox, 'doctor')).toContain('All is well.');
  });
});
