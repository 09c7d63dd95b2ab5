import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasTerminal } from '../../harness/screen.ts';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';
import { writeSession } from '../page/sample.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let bench: WorkerBench;
let tmux: (...args: string[]) => string;
beforeEach(() => {
  bench = openWorkerBench();
  const socket = join(bench.sandbox.root, 'tmux');
  tmux = (...args) =>
    spawnSync('tmux', ['-S', socket, ...args], {
      env: bench.env,
      cwd: bench.sandbox.project,
      encoding: 'utf8',
    }).stdout;
});
afterEach(async () => {
  tmux('kill-server');
  await bench.close();
});

const shown = () => tmux('capture-pane', '-p', '-t', 's');
const type = (...keys: string[]) => tmux('send-keys', '-t', 's', ...keys);

describe.skipIf(!hasTerminal())('[R45] holdfast workers on a terminal', () => {
  it('shows workers live, their log, stops one and takes it up, and gives the terminal back', async () => {
    bench.script(
      ['init', ['say', 'I look around'], ['sleep', 600_000], 'deaf'],
      ['init', ['sh', 'holdfast ticket done T --result ok'], 'turn'],
    );
    bench.ticket('T');
    await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '80', '-y', '24', 'sh');
    type('-l', 'echo before');
    type('Enter');
    await until(() => shown().includes('before\n'), 'the shell is there');
    type('-l', `'${process.execPath}' '${cli}' workers`);
    type('Enter');
    await until(() => shown().includes('1 worker, 1 running'), 'the board is shown');
    await until(() => shown().includes('I look around'), 'what it does is shown');
    expect(shown()).not.toContain('echo before');
    type('l');
    await until(() => shown().includes('The log of T-'), 'its log is shown');
    type('x');
    await until(() => shown().includes('1 worker,'), 'the board is back');
    tmux('resize-window', '-t', 's', '-x', '100', '-y', '12');
    await until(
      () => shown().split('\n').length <= 13 && shown().includes('q quit'),
      'it is drawn anew',
    );
    type('k');
    await until(() => bench.worker('T')?.state.status === 'interrupted', 'it is stopped');
    await until(() => shown().includes('interrupted'), 'the board says so');
    type('r');
    await until(() => bench.worker('T')?.state.status === 'completed', 'it is taken up');
    await until(() => shown().includes('completed'), 'the board says so');
    type('q');
    await until(() => shown().includes('echo before'), 'the terminal is as it was');
  });

  it('a worker goes on behind Ctrl-C, and when its terminal is gone', async () => {
    bench.script(['init', ['sleep', 1500], ['sh', 'holdfast ticket done T --result ok'], 'turn']);
    bench.ticket('T');
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '100', '-y', '24', 'sh');
    type('-l', `'${process.execPath}' '${cli}' run T --host claude-code`);
    type('Enter');
    await until(() => shown().includes('You are a worker.'), 'what it does is shown');
    type('C-c');
    await until(() => shown().includes('goes on. Stop it with: holdfast stop T-'), 'it is said');
    tmux('kill-server');
    await until(() => bench.worker('T')?.state.status === 'completed', 'it is completed');
  });

  it('goes from list to list, finds, and names its keys, at 60 columns without colour', async () => {
    bench.ticket('T-first');
    bench.ticket('T-second');
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '60', '-y', '20', 'sh');
    type('-l', `NO_COLOR=1 '${process.execPath}' '${cli}' top; echo code=$?`);
    type('Enter');
    await until(() => shown().includes('[sessions 0]'), 'the sessions are shown');
    type('3');
    await until(() => /^> {2}T-first +queued/m.test(shown()), 'the tickets are shown');
    expect(shown()).toContain('q quit');
    type('Down');
    await until(() => /^> {2}T-second/m.test(shown()), 'the second is chosen');
    type('-l', '/first');
    await until(() => shown().includes('find: first_'), 'it is typed');
    type('Enter');
    await until(() => /^> {2}T-first/m.test(shown()), 'the first is found');
    expect(shown()).not.toContain('T-second');
    type('?');
    await until(() => shown().includes('resume the worker'), 'the keys are shown');
    type('x');
    await until(() => shown().includes('[tickets 2]'), 'the list is back');
    type('C-c');
    await until(() => shown().includes('code=0'), 'the terminal is given back');
  });

  it('lists sessions of any client, also those that no hook told of', async () => {
    const { home, project } = bench.sandbox;
    const id = '5f0c1c1e-0000-4000-8000-0000000000c0';
    writeSession({ home }, { id, cwd: project, said: ['Round the prices.'] });
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '100', '-y', '20', 'sh');
    type('-l', `'${process.execPath}' '${cli}' top`);
    type('Enter');
    await until(() => /^> {2}5f0c1c1e .* claude-code .* no hooks/m.test(shown()), 'it is listed');
    expect(shown()).toContain('first prompt: Round the prices.');
    type('q');
  });

  it('shows every sign of a line that is as wide as the terminal', async () => {
    bench.ticket('T-with-a-name-that-is-much-longer-than-a-screen-of-sixty-columns');
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '60', '-y', '20', 'sh');
    type('-l', `'${process.execPath}' '${cli}' top`);
    type('Enter');
    await until(() => shown().includes('[sessions 0]'), 'the sessions are shown');
    type('3');
    await until(() => /^> {2}T-with.*…$/m.test(shown()), 'the cut is marked at the end');
    type('q');
  });

  it('gives the terminal back when it is ended by a signal', async () => {
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '80', '-y', '24', 'sh');
    type('-l', `'${process.execPath}' '${cli}' workers; echo code=$?; stty -a | grep -c ' echo '`);
    type('Enter');
    await until(() => shown().includes('No workers are running'), 'it is shown');
    const pane = tmux('display-message', '-p', '-t', 's', '#{pane_pid}').trim();
    const child = spawnSync('pgrep', ['-P', pane], { encoding: 'utf8' }).stdout.trim();
    process.kill(Number(child), 'SIGTERM');
    await until(() => /code=0\s+1/.test(shown()), 'the shell goes on, and shows what is typed');
  });
});
