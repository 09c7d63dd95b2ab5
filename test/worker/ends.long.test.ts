import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '../../src/platform/process-identity.ts';
import { openWorkerBench, processesOf, until, type WorkerBench } from '../fake-client/bench.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(() => bench.close());

const done = ['sh', 'holdfast ticket done T --result "it holds"'];

/** Runs a worker on the ticket T to its end. */
async function runToEnd(more: string[] = []) {
  bench.ticket('T');
  const ran = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--json', ...more]);
  const found = bench.worker('T');
  expect(found, ran.err + ran.out).toBeDefined();
  return { ran, ...found! };
}

describe('[R45] how a worker ends', () => {
  it('completed: the ticket is done and its Result is written', async () => {
    bench.script(['init', ['say', 'I begin'], done, 'turn']);
    const { ran, state, launch } = await runToEnd();
    expect([ran.code, state.status, launch.run]).toEqual([0, 'completed', 1]);
    expect(state.activities.map(({ kind }) => kind)).toEqual([
      'prompt',
      'text',
      'tool',
      'result',
      'note',
    ]);
    expect(state.firstPrompt).toContain('Your task is the ticket T');
    expect(state.spent).toMatchObject({ inputTokens: 200, outputTokens: 20, toolUses: 1 });
  });

  it('interrupted: a client that says it is done without a done ticket is told twice what is missing', async () => {
    bench.script(['init', ['turn', 'All done!'], 'next', 'turn', 'next', 'turn']);
    const { ran, state } = await runToEnd();
    expect([ran.code, state.status]).toEqual([1, 'interrupted']);
    expect(state.reason).toBe('The client ended its turn 3 times, but the ticket is claimed.');
    expect(bench.left('input').match(/is not finished: its status is/g)).toHaveLength(2);
  });

  it('completed: a client that ends its turn too early does the rest when it is told', async () => {
    bench.script(['init', 'turn', 'next', done, 'turn']);
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['completed', 1]);
  });

  it('a ticket that the client marked done without a Result is not completed', async () => {
    bench.script([
      'init',
      ['sh', "sed -i 's/status: .*/status: done/' .holdfast/tickets/T.md"],
      'turn',
      'next',
      'turn',
      'next',
      'turn',
    ]);
    const { state } = await runToEnd();
    expect([state.status, state.reason]).toEqual([
      'interrupted',
      'The client ended its turn 3 times, but the ticket is done, but its Result is empty.',
    ]);
  });

  it('interrupted with the reason: the ticket is blocked', async () => {
    bench.script(['init', ['sh', 'holdfast ticket block T "which colour?"'], 'turn']);
    const { state } = await runToEnd();
    expect(state.status).toBe('interrupted');
    expect(state.reason).toMatch(/^The ticket is blocked: .*which colour\?$/);
  });

  it('failed with the reason: the ticket is failed', async () => {
    bench.script(['init', ['sh', 'holdfast ticket fail T "no such library"'], 'turn']);
    const { ran, state } = await runToEnd();
    expect([ran.code, state.status]).toEqual([1, 'failed']);
    expect(state.reason).toContain('no such library');
  });

  it('failed: the ticket is taken away while it works, and nothing of it is left', async () => {
    bench.script(['init', ['sh', 'rm .holdfast/tickets/T.md'], 'turn', ['sleep', 600_000]]);
    const { state, launch } = await runToEnd();
    expect(state.status).toBe('failed');
    expect(state.reason).toMatch(/^There is no ticket .*T\.md\.$/);
    expect(processesOf(launch.worker)).toEqual([]);
  });

  it('a client that dies is started again with its session, with the brief, and goes on', async () => {
    bench.script(['init', ['say', 'hm'], ['kill', 'SIGKILL']], ['init', done, 'turn']);
    const { state, launch } = await runToEnd();
    expect([state.status, state.restarts, launch.run]).toEqual(['completed', 1, 2]);
    const [first, second] = bench
      .left('starts')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).args as string[]);
    const session = launch.sessions[0]!.split('/')[1]!;
    expect(first).toContain(session);
    expect(second!.slice(second!.indexOf('--resume'))).toEqual(['--resume', session]);
    expect(bench.left('input')).toContain('You go on with the ticket T');
    expect(launch.sessions).toHaveLength(1);
  });

  it('a client that always dies is started four times, and the worker is failed with the last words', async () => {
    bench.script(['init', ['sh', 'true'], ['exit', 3]]);
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['failed', 4]);
    expect(state.reason).toBe('The client ended with code 3. It was started 4 times.');
  });

  it('a limit is waited out, and ends as interrupted when it stays', async () => {
    bench.script(['init', ['error', 429, 'usage limit reached'], ['exit', 1]]);
    const { state, launch } = await runToEnd(['--restarts', '1']);
    expect([state.status, launch.run]).toEqual(['interrupted', 2]);
    expect(state.reason).toBe('A limit was reached: usage limit reached It was started twice.');
  });

  it('a refused key fails at once', async () => {
    bench.script(['init', ['error', 401, 'invalid x-api-key'], ['exit', 1]]);
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['failed', 1]);
    expect(state.reason).toContain('invalid x-api-key');
  });

  it('a refused key that the client tries again for minutes fails at the second try, with the way out', async () => {
    bench.script(['init', ['retries', 401, 3_000], ['exit', 1]]);
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['failed', 1]);
    expect(state.reason).toMatch(/401.*attempt 2 of 10.*Log the client in.*holdfast resume/);
  });

  it('a server that failed for a moment is no reason to end a client that tries again', async () => {
    bench.script(['init', ['retries', 529, 10], ['say', 'On.'], ['turn', 'Done.']]);
    const { state } = await runToEnd();
    expect(state.reason).toBe('Its client works.');
  });
});

describe('[R45] a client that is none, or behaves badly', () => {
  it.each([
    ['0.73.0', true],
    ['0.80.5', true],
    ['0.80.6', false],
  ])('pi %s is refused before anything is started: %s', async (version, refused) => {
    bench.ticket('T');
    const bin = join(bench.sandbox.root, 'old');
    mkdirSync(bin);
    writeFileSync(join(bin, 'pi'), `#!/bin/sh\n[ "$1" = --version ] && echo ${version}\n`);
    chmodSync(join(bin, 'pi'), 0o755);
    const ran = await bench.holdfast(['run', 'T', '--host', 'pi'], {
      env: { PATH: [bin, process.env.PATH].join(delimiter) },
    });
    const plain = `pi ${version} cannot be a worker: it needs 0.80.6 or later.`;
    expect(ran.err.includes(plain), ran.err + ran.out).toBe(refused);
    expect(bench.worker('T') === undefined, ran.err).toBe(refused);
  });

  it('is missing: nothing is started, and the reason names the program', async () => {
    bench.ticket('T');
    const ran = await bench.holdfast(['run', 'T', '--host', 'codex'], {
      env: { PATH: join(bench.sandbox.root, 'empty') },
    });
    expect([ran.code, ran.err]).toEqual([
      1,
      expect.stringContaining('The program codex of the client codex is not on PATH.'),
    ]);
    expect(bench.worker('T')).toBeUndefined();
    expect(readFileSync(bench.ticket('T'), 'utf8')).toContain('status: queued');
  });

  it('prints garbage: it is no client, and is not started again', async () => {
    bench.script(['mute', ['raw', 'usage: claude [options]\n  --help\n'], ['exit', 0]]);
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['failed', 1]);
    expect(state.reason).toBe(
      'What was started is not the client: it printed "usage: claude [options]".',
    );
  });

  it('prints garbage for ever: it is ended', async () => {
    bench.script(['mute', ['raw', `${'nonsense\n'.repeat(5_000)}`], ['sleep', 600_000]]);
    const { state } = await runToEnd();
    expect(state.status).toBe('failed');
    expect(state.reason).toContain('it printed "nonsense"');
  });

  it('prints half a line and stalls: it is ended and started again', async () => {
    bench.script(
      ['init', ['raw', '{"type":"assistant","mess'], ['sleep', 600_000], 'deaf'],
      ['init', done, 'turn'],
    );
    const { state, launch } = await runToEnd();
    expect([state.status, launch.run]).toEqual(['completed', 2]);
    const log = readFileSync(join(bench.worker('T')!.folder, 'activity.ndjson'), 'utf8');
    expect(log).toContain('printed half a line and then nothing for 60 s');
  });

  it('says nothing at all: it is ended', async () => {
    bench.script(['mute', ['sleep', 600_000], 'deaf']);
    const { state } = await runToEnd(['--restarts', '0']);
    expect([state.status, state.reason]).toEqual([
      'failed',
      'The client printed nothing in 2 min. It was started once.',
    ]);
  });

  it('forks and exits: what it left is ended, also what holds its output and what left its group', async () => {
    bench.script([
      'init',
      ['child', 'sleep 600'],
      ['child', 'sleep 601', 'detached'],
      ['sleep', 100],
      ['exit', 0],
    ]);
    const { state, launch } = await runToEnd(['--restarts', '0']);
    expect(state.status).toBe('failed');
    expect(state.reason).toContain('and left processes running, which were ended');
    expect(processesOf(launch.worker)).toEqual([]);
  });

  it('a supervisor that comes upon a fault of its own leaves no client behind', async () => {
    bench.script([['sleep', 700], 'init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
    const { folder, launch } = bench.worker('T')!;
    await until(() => processesOf(launch.worker).length > 0, 'it starts');
    // The session that its client tells of cannot be written down then.
    renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, 'in the way');
    await until(() => processIdentity(launch.supervisor!.pid) === undefined, 'it ends');
    await until(() => processesOf(launch.worker).length === 0, 'its client is gone');
  });

  it('floods its stream: all is read, and what is kept is bounded', async () => {
    bench.script(['init', ['flood', 60_000, 400], done, 'turn']);
    const { state, folder } = await runToEnd();
    expect([state.status, state.activities.length]).toEqual(['completed', 10]);
    expect(state.lines).toBeGreaterThan(60_000);
    const sizes = ['stream.log', 'stream.log.1', 'activity.ndjson'].map(
      (name) => statSync(join(folder, name)).size,
    );
    expect(Math.max(...sizes)).toBeLessThan(9_000_000);
  });

  it('prints a line without an end: it is left out, and the rest is read', async () => {
    bench.script(['init', ['raw', `${'y'.repeat(9_000_000)}\n`], done, 'turn']);
    const { state } = await runToEnd();
    expect(state.status).toBe('completed');
  });
});
