import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTrust } from '../../src/app/trust.ts';
import { allowList } from '../../src/app/worker/allow.ts';
import { clock } from '../../src/platform/clock.ts';
import { disk } from '../../src/platform/disk.ts';
import { statePaths } from '../../src/platform/paths.ts';
import {
  asPerson,
  openWorkerBench,
  type Step,
  until,
  type WorkerBench,
} from '../fake-client/bench.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(() => bench.close());

const done: Step = ['sh', 'holdfast ticket done T --result "it holds"'];
const run = ['run', 'T', '--host', 'claude-code', '--json'];
const bash = (command: string): Step => ['ask', 'Bash', { command }];
const answers = () =>
  bench
    .left('answers')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { behavior: string; updatedInput?: object });
const behaviours = () => answers().map(({ behavior }) => behavior);

function configure(settings: object): void {
  const folder = join(bench.sandbox.home, '.config', 'holdfast');
  disk.makeFolder(folder, 0o700);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings));
}

/** What `holdfast trust` records for a person who said yes. */
function trustAll(): void {
  const { trust } = statePaths(bench.sandbox.holdfastHome);
  const { project } = bench.sandbox;
  recordTrust({ disk, clock }, trust, project, allowList(disk, trust, project));
}

describe('[R45] a worker to whom nobody answers', () => {
  it('may always report, by command and by tool, and look; its run is its own', async () => {
    bench.script([
      'init',
      bash('holdfast ticket progress T "begun"'),
      bash('holdfast workflow next --token hfw1.abc'),
      bash('holdfast workflow resume 0bce29b7'),
      ['ask', 'mcp__holdfast__ticket_done', { id: 'T' }],
      ['ask', 'mcp__holdfast__workflow_next', { token: 'x' }],
      ['ask', 'mcp__plugin_holdfast_holdfast__recall', { query: 'x' }],
      ['ask', 'mcp__other_holdfast__ticket_done', { id: 'T' }],
      bash('holdfast workflow abandon 0bce29b7'),
      done,
      'turn',
    ]);
    bench.ticket('T', ['permissions: ask']);
    await bench.holdfast(run);
    expect(behaviours()).toEqual([...Array(6).fill('allow'), 'deny', 'deny']);
  });

  it('is answered with the input that it asked with, as older clients demand', async () => {
    const input = { command: 'holdfast ticket show T', description: 'Show it' };
    bench.script(['init', ['ask', 'Bash', input], done, 'turn']);
    bench.ticket('T');
    await bench.holdfast(run);
    expect(answers()).toEqual([{ behavior: 'allow', updatedInput: input }]);
  });

  it('may use what the settings allow every worker', async () => {
    configure({ workerAllow: ['npm test', 'Bash(git commit:*)', 'WebFetch'] });
    bench.script([
      'init',
      bash('npm test 2>&1 | tail -5'),
      bash('git commit -m "it holds"'),
      ['ask', 'WebFetch', { url: 'https://example.com' }],
      bash('npm install x'),
      done,
      'turn',
    ]);
    bench.ticket('T');
    await bench.holdfast(run);
    expect(behaviours()).toEqual(['allow', 'allow', 'allow', 'deny']);
    expect(bench.left('input')).toContain('These pass unasked as well');
  });

  it('may use what its ticket allows once a person trusts that list, also after progress', async () => {
    bench.script(['init', bash('npm test'), done, 'turn']);
    const path = bench.ticket('T', ['allow:', '  - npm test']);
    const first = await bench.holdfast(run.slice(0, -1));
    expect(behaviours()).toEqual(['deny']);
    expect(first.out).toContain('asks that "npm test" pass unasked. Nobody trusts that yet');
    trustAll();
    await bench.holdfast(['ticket', 'reopen', 'T']);
    await bench.holdfast(['ticket', 'claim', 'T', '--owner', 'me']);
    await bench.holdfast(['ticket', 'progress', 'T', 'looked']);
    await bench.holdfast(['ticket', 'reopen', 'T']);
    bench.script(['init', bash('npm test'), done, 'turn']);
    await bench.holdfast(run);
    expect(behaviours()).toEqual(['deny', 'allow']);
    // An agent that adds to the list asks for it anew.
    await bench.holdfast(['ticket', 'reopen', 'T']);
    writeFileSync(path, disk.readText(path)!.replace('  - npm test', '  - npm test\n  - rm -rf *'));
    bench.script(['init', bash('rm -rf x'), done, 'turn']);
    await bench.holdfast(run);
    expect(behaviours().at(-1)).toBe('deny');
  }, 90_000);

  it('may use what a person allows when they start it, which no agent can', async () => {
    bench.script(['init', bash('npm test'), done, 'turn']);
    bench.ticket('T');
    const words = [...run, '--allow', 'npm test'];
    const agent = await bench.holdfast(words, { env: { CLAUDECODE: '1' } });
    expect([agent.code, agent.err]).toEqual([1, expect.stringContaining('is for the user')]);
    asPerson(bench, words);
    expect(behaviours()).toEqual(['allow']);
  });

  it('hands on no more than it has', async () => {
    configure({ workerAllow: ['npm test'] });
    bench.ticket('U', ['permissions: edit']);
    bench.script(
      [
        'init',
        ['sh', 'holdfast run U --host claude-code --detach'],
        ['sleep', 3_000],
        done,
        'turn',
      ],
      ['init', ['sh', 'holdfast ticket done U --result ok'], 'turn'],
    );
    bench.ticket('T', ['permissions: ask', 'may_start_workers: true']);
    await bench.holdfast(run);
    const child = await until(() => bench.worker('U'), 'the child starts');
    expect(child.launch).toMatchObject({ permission: 'ask', allow: ['npm test'] });
  });

  it('says what a worker that it starts does not get, since it does not have that itself', async () => {
    bench.ticket('U', ['allow:', '  - npm run build', '  - npm test']);
    trustAll();
    configure({ workerAllow: ['npm test'] });
    bench.script(
      ['init', ['sh', 'holdfast run U --host claude-code'], done, 'turn'],
      ['init', ['sh', 'holdfast ticket done U --result ok'], 'turn'],
    );
    bench.ticket('T', ['may_start_workers: true']);
    await bench.holdfast(run);
    const shell = bench.left('shell');
    expect(shell).toContain(
      '"npm run build" is left out: the worker that starts U does not have it',
    );
    expect(shell).toContain('holdfast run U --allow PATTERN');
    expect(bench.worker('U')!.launch.allow).toEqual(['npm test']);
  });

  it('has no tools that start others, unless its ticket lets it start workers', async () => {
    const started = () =>
      JSON.parse(bench.left('starts').trim().split('\n').at(-1)!).args.join(' ');
    bench.script(['init', done, 'turn']);
    bench.ticket('T');
    await bench.holdfast(run);
    expect(started()).toMatch(/--disallowedTools \S*\bAgent,Task,Workflow\b/);
    bench.script(['init', ['sh', 'holdfast ticket done V --result ok'], 'turn']);
    bench.ticket('V', ['may_start_workers: true']);
    await bench.holdfast(['run', 'V', '--host', 'claude-code', '--json']);
    expect(started()).not.toMatch(/\bAgent\b/);
  });
});

describe('[R45] a failure that a retry cannot fix', () => {
  it.each([
    ['Not logged in · Please run /login', 'Log the client in'],
    ['There is an issue with the selected model (nonsense-1).', 'Set the client up'],
    ['Credit balance is too low', 'Set the client up'],
  ])('%s: ends at once with the way out', async (said, way) => {
    bench.script(['init', ['error', 0, said], ['exit', 1]]);
    bench.ticket('T');
    await bench.holdfast(run);
    const { state, launch } = bench.worker('T')!;
    expect([state.status, launch.run]).toEqual(['failed', 1]);
    expect(state.reason).toContain(said);
    expect(state.reason).toContain(way);
    expect(state.reason).toContain('holdfast resume');
  });

  it('is told from its last words too, where the client says nothing on its stream', async () => {
    bench.script([
      'mute',
      ['child', 'echo "error: unknown option \'--x\'" >&2'],
      ['sleep', 300],
      ['exit', 1],
    ]);
    bench.ticket('T');
    await bench.holdfast(run);
    const { state, launch } = bench.worker('T')!;
    expect([state.status, launch.run]).toEqual(['failed', 1]);
    expect(state.reason).toContain('Set the client up');
  });
});

describe('[R47] a worker that ended', () => {
  it('stays completed where it is taken up although its ticket is done', async () => {
    bench.script(['init', 'turn', 'next', 'turn', 'next', 'turn']);
    bench.ticket('T');
    await bench.holdfast(run);
    expect(bench.worker('T')!.state.status).toBe('interrupted');
    await bench.holdfast(['ticket', 'progress', 'T', 'by hand']);
    await bench.holdfast(['ticket', 'done', 'T', '--result', 'by hand']);
    // As the key r of the view does.
    await bench.holdfast(['supervise', bench.worker('T')!.launch.worker]);
    await until(
      () => bench.worker('T')!.state.status === 'completed',
      'it is said to be completed',
    );
  });

  it('is named by the board, with how it ended', async () => {
    bench.script([
      'init',
      ['sh', 'holdfast ticket progress T "begun"'],
      'turn',
      'next',
      'turn',
      'next',
      'turn',
    ]);
    bench.ticket('T');
    await bench.holdfast(run);
    const { worker } = bench.worker('T')!.launch;
    const { out: listed } = await bench.holdfast(['ticket', 'list']);
    expect(listed).toContain('(interrupted)');
    expect(listed.replace(/ +/g, ' ')).toContain(`${worker} (interrupted)`);
    const [entry] = JSON.parse((await bench.holdfast(['ticket', 'list', '--json'])).out);
    expect(entry.owner).toBe(`${worker} (interrupted)`);
  });

  it('is named by its ticket, with how it ended, until another has the ticket', async () => {
    bench.script([
      'init',
      ['sh', 'holdfast ticket progress T "begun"'],
      'turn',
      'next',
      'turn',
      'next',
      'turn',
    ]);
    bench.ticket('T');
    await bench.holdfast(run);
    const { worker } = bench.worker('T')!.launch;
    const shown = (await bench.holdfast(['ticket', 'show', 'T'])).out;
    expect(shown).toContain(`worker      ${worker} (interrupted)\n`);
    const owner = async () =>
      JSON.parse((await bench.holdfast(['ticket', 'show', 'T', '--json'])).out).owner;
    expect(await owner()).toBe(`${worker} (interrupted)`);
    await bench.holdfast(['ticket', 'claim', 'T', '--owner', 'me']);
    expect(await owner()).toBe('me');
  });

  it('is not resumed when its ticket is done, and nothing is said to have failed', async () => {
    bench.script(['init', 'turn', 'next', 'turn', 'next', 'turn']);
    bench.ticket('T');
    await bench.holdfast(run);
    await bench.holdfast(['ticket', 'progress', 'T', 'by hand']);
    await bench.holdfast(['ticket', 'done', 'T', '--result', 'by hand']);
    const { launch } = bench.worker('T')!;
    const resumed = await bench.holdfast(['resume', launch.worker]);
    expect([resumed.code, resumed.out]).toEqual([
      0,
      'There is nothing to resume: T is done. To work on it again, reopen it: holdfast ticket reopen T\n',
    ]);
    expect(bench.left('starts').trim().split('\n')).toHaveLength(1);
    expect(bench.worker('T')).toMatchObject({ launch: { run: launch.run } });
    expect(bench.worker('T')!.state.status).not.toBe('failed');
  });
});
