import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '../../src/platform/process-identity.ts';
import {
  asPerson,
  openWorkerBench,
  processesOf,
  startHoldfast,
  until,
  type WorkerBench,
} from '../fake-client/bench.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(() => bench.close());

const start = (ticket: string, ...more: string[]) =>
  bench.holdfast(['run', ticket, '--host', 'claude-code', '--detach', ...more]);
const status = (ticket: string) => bench.worker(ticket)?.state.status;
const ended = (ticket: string) =>
  until(
    () =>
      ['completed', 'interrupted', 'failed'].includes(status(ticket) ?? '') && bench.worker(ticket),
    `${ticket} ends: ${JSON.stringify(bench.worker(ticket)?.state)}`,
  );
const done = (ticket = 'T') => ['sh', `holdfast ticket done ${ticket} --result "it holds"`];
const list = async () => JSON.parse((await bench.holdfast(['workers', '--json'])).out);

describe('[R45] stopping a worker', () => {
  it('leaves no process: not in its group, not out of it, and no zombie', async () => {
    bench.script([
      'init',
      ['child', 'sleep 600 & sleep 601'],
      ['child', 'sleep 602 & sleep 603', 'detached'],
      ['sleep', 600_000],
      'deaf',
    ]);
    bench.ticket('T');
    await start('T');
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    await until(() => processesOf(launch.worker).length >= 5, 'its children start');
    const stopped = await bench.holdfast(['stop', 'T']);
    expect([stopped.code, stopped.out]).toEqual([
      0,
      expect.stringContaining('is interrupted. It was stopped.'),
    ]);
    expect(processesOf(launch.worker)).toEqual([]);
    expect(processIdentity(launch.supervisor!.pid)).toBeUndefined();
    const ticket = await bench.holdfast(['ticket', 'claim', 'T', '--owner', 'another']);
    expect(ticket.code).toBe(0);
  });

  it('asks politely first: a client that ends its turn by itself is not killed', async () => {
    bench.script(['init', 'next', ['turn', 'stopped by the person']]);
    bench.ticket('T');
    await start('T');
    await until(() => bench.left('starts'), 'it starts');
    // As a narrow table shows its name.
    const shown = `${bench.worker('T')!.launch.worker.slice(0, -2)}…`;
    await bench.holdfast(['stop', shown]);
    expect(bench.left('input')).toContain('"subtype":"interrupt"');
    expect((await ended('T')).state.reason).toBe('It was stopped.');
  });

  it('stops one that nobody looks after any more', async () => {
    bench.script(['init', ['child', 'sleep 600'], ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    await start('T');
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    process.kill(launch.supervisor!.pid, 'SIGKILL');
    expect((await list())[0].status).toBe('lost');
    await bench.holdfast(['stop', 'T']);
    expect(processesOf(launch.worker)).toEqual([]);
    expect(status('T')).toBe('interrupted');
  });
});

describe('[R45] [R12] a supervisor that was killed', () => {
  for (const again of [
    ['run', 'T', '--host', 'claude-code'],
    ['resume', 'T'],
  ]) {
    it(`is found on disk as lost, and "${again[0]}" takes its worker up with the same session`, async () => {
      bench.script(
        ['init', ['sh', 'holdfast ticket progress T "step one"'], ['sleep', 600_000], 'deaf'],
        ['init', done(), 'turn'],
      );
      const path = bench.ticket('T');
      await start('T');
      await until(() => readFileSync(path, 'utf8').includes('step one'), 'it works');
      const before = bench.worker('T')!;
      process.kill(before.launch.supervisor!.pid, 'SIGKILL');
      const [seen] = await list();
      expect([seen.status, seen.alive]).toEqual(['lost', false]);
      const ran = await bench.holdfast([...again, '--json']);
      expect(ran.code, ran.err + ran.out).toBe(0);
      const after = bench.worker('T')!;
      expect(after.launch.worker).toBe(before.launch.worker);
      expect(after.launch.sessions).toEqual(before.launch.sessions);
      expect(bench.left('starts')).toContain(
        `"--resume","${before.launch.sessions[0]!.split('/')[1]}"`,
      );
      expect(readFileSync(path, 'utf8').match(/step one/g)).toHaveLength(1);
      expect(
        readdirSync(join(bench.sandbox.holdfastHome, 'workers')).filter(
          (name) => !name.startsWith('.'),
        ),
      ).toHaveLength(1);
      expect(processesOf(before.launch.worker)).toEqual([]);
    });
  }
});

describe('[R45] a lost worker that several take up at once', () => {
  it('is looked after by one of them', async () => {
    bench.script(['init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    await start('T');
    const { launch } = await until(() => bench.left('starts') && bench.worker('T'), 'it starts');
    process.kill(launch.supervisor!.pid, 'SIGKILL');
    const ran = await Promise.all(
      [1, 2, 3, 4].map(() => bench.holdfast(['resume', 'T', '--detach'])),
    );
    expect(ran.map(({ code }) => code).sort(), JSON.stringify(ran)).toEqual([0, 1, 1, 1]);
    await until(() => bench.left('starts').split('\n').length > 2, 'its client is started again');
    expect(bench.left('starts').trim().split('\n')).toHaveLength(2);
  });
});

describe('[R45] what a client asks for', () => {
  const outside = { file_path: '/etc/hosts', content: 'x' };

  it('is allowed inside of its folder, and denied with the reason after a time elsewhere', async () => {
    const inside = { file_path: join(bench.sandbox.project, 'a.txt'), content: 'x' };
    bench.script([
      'init',
      ['ask', 'Write', inside],
      ['ask', 'Bash', { command: 'holdfast ticket progress T "hello"' }],
      ['ask', 'Bash', { command: 'rm -rf build' }],
      ['ask', 'Write', outside],
      done(),
      'turn',
    ]);
    bench.ticket('T');
    const ran = await bench.holdfast(['run', 'T', '--host', 'claude-code']);
    expect(ran.code, ran.err).toBe(0);
    const answers = bench
      .left('answers')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ behavior }) => behavior)).toEqual(['allow', 'allow', 'deny', 'deny']);
    expect(answers[2].message).toContain('Nobody allowed this within 120 seconds.');
  });

  it('is put to the person, who allows or denies it', async () => {
    await bench.close();
    bench = openWorkerBench('0.2');
    bench.script([
      'init',
      ['ask', 'Bash', { command: 'make' }],
      ['ask', 'Write', outside],
      done(),
      'turn',
    ]);
    bench.ticket('T');
    await start('T');
    for (const answer of ['--allow', '--deny']) {
      const id = await until(() => bench.worker('T')?.state.waiting[0], 'it asks');
      const table = await bench.holdfast(['workers', '--plain']);
      expect(table.out).toContain(`--allow ${id}`);
      const line = table.out.split('\n').find((one) => one.includes('--allow'));
      expect(line!.length).toBeLessThanOrEqual(80);
      expect(asPerson(bench, ['workers', answer, id])).toMatchObject({ code: 0, err: '' });
      await until(() => bench.worker('T')?.state.waiting[0] !== id, 'it is answered');
    }
    await ended('T');
    const answers = bench
      .left('answers')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ behavior }) => behavior)).toEqual(['allow', 'deny']);
    expect(answers[1].message).toContain('A person denied this.');
  });

  it('full is not given by a ticket alone', async () => {
    bench.script(['init', done(), 'turn']);
    bench.ticket('T', ['permissions: full']);
    await bench.holdfast(['run', 'T', '--host', 'claude-code']);
    expect(bench.worker('T')!.launch.permission).toBe('edit');
    expect(bench.left('starts')).not.toContain('bypassPermissions');
  });

  it('full is given by a person at the launch', async () => {
    bench.script(['init', done(), 'turn']);
    bench.ticket('T');
    const ran = asPerson(bench, ['run', 'T', '--host', 'claude-code', '--full']);
    expect(ran).toMatchObject({ code: 0 });
    expect(bench.worker('T')!.launch.permission).toBe('full');
    expect(bench.left('starts')).toContain('bypassPermissions');
  });

  it("full is not given inside of an agent's session, and has no other word", async () => {
    bench.ticket('T');
    const env = { CLAUDECODE: '1' };
    const flag = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--full'], { env });
    expect([flag.code, flag.err]).toEqual([1, expect.stringContaining('is for the user')]);
    const word = await start('T', '--permission', 'full');
    expect([word.code, word.err]).toEqual([2, expect.stringContaining('--full')]);
    expect(bench.worker('T')).toBeUndefined();
  });
});

describe('[R45] telling a worker something', () => {
  it('arrives when its turn is over, once, and is kept as told [case 55]', async () => {
    bench.script(['init', ['sleep', 400], 'turn', 'next', done(), 'turn']);
    bench.ticket('T');
    await start('T');
    await until(() => bench.left('starts'), 'it starts');
    const sent = await bench.holdfast(['send', 'T', 'use the blue one']);
    expect(sent.code, sent.err).toBe(0);
    expect((await bench.holdfast(['send', 'T', '--list'])).out).toMatch(
      /(?:waiting|on its way|told) +the user: use the blue one|your handler: use the blue one/,
    );
    const { folder } = await ended('T');
    const listed = await bench.holdfast(['send', 'T', '--list', '--json']);
    expect(JSON.parse(listed.out).messages).toEqual([
      expect.objectContaining({ state: 'told', text: 'use the blue one' }),
    ]);
    expect(bench.left('input').match(/use the blue one/g)).toHaveLength(1);
    expect(readdirSync(join(folder, 'inbox', 'told'))).toHaveLength(1);
    expect(readdirSync(join(folder, 'inbox'))).toEqual(['told']);
  });

  it('is not lost with a client that dies before it showed it [case 55]', async () => {
    bench.script(
      ['init', 'mute', ['sleep', 500], 'turn', 'next', ['kill', 'SIGKILL']],
      ['init', 'turn', 'next', done(), 'turn'],
    );
    bench.ticket('T');
    await start('T');
    await until(() => bench.left('starts'), 'it is there');
    await bench.holdfast(['send', 'T', 'use the blue one']);
    const { folder, state } = await ended('T');
    expect(state.status).toBe('completed');
    expect(bench.left('input').match(/use the blue one/g)).toHaveLength(2);
    expect(readdirSync(join(folder, 'inbox', 'told'))).toHaveLength(1);
  });

  it('a secret reaches the client and no disk', async () => {
    bench.script(['init', 'next', ['sleep', 300], done(), 'turn']);
    bench.ticket('T');
    await start('T');
    await until(
      () => bench.left('starts') && existsSync(join(bench.worker('T')!.folder, 'control.sock')),
      'it listens',
    );
    const secret = 'zq81-rotated-secret-77';
    const args = ['send', 'T', '--secret', 'CLAUDE_CODE_OAUTH_TOKEN'];
    const sent = await bench.holdfast(args, { input: secret });
    expect(sent.code, sent.err).toBe(0);
    const refused = await bench.holdfast(['send', 'T', '--secret', 'OTHER_KEY'], { input: secret });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('did not take OTHER_KEY'),
    ]);
    await ended('T');
    expect(bench.left('input')).toContain(secret);
    expect(grep(secret, bench.sandbox.holdfastHome)).toEqual([]);
  });

  it('secrets of its environment are in none of our files, whatever the client prints', async () => {
    const secret = 'kk-51-very-own-secret';
    bench.script([
      'init',
      ['say', `the key is ${secret}`],
      ['sh', `echo ${secret}`],
      done(),
      'turn',
    ]);
    bench.ticket('T');
    await bench.holdfast(['run', 'T', '--host', 'claude-code'], { env: { MY_API_KEY: secret } });
    expect(status('T')).toBe('completed');
    expect(grep(secret, bench.sandbox.holdfastHome)).toEqual([]);
  });
});

describe('[R47] what workers may not do', () => {
  it('start, stop, tell or resume workers', async () => {
    bench.script([
      'init',
      [
        'sh',
        'holdfast run U --host claude-code --detach; holdfast stop T; holdfast send T hello; holdfast resume T',
      ],
      ['sh', 'env -u HOLDFAST_WORKER holdfast run U --host claude-code --detach'],
      done(),
      'turn',
    ]);
    bench.ticket('T');
    bench.ticket('U');
    await bench.holdfast(['run', 'T', '--host', 'claude-code']);
    expect(status('T')).toBe('completed');
    expect(bench.left('shell').match(/A worker may not (start|stop|send|resume)/g)).toHaveLength(5);
    expect(bench.worker('U')).toBeUndefined();
  });

  it('but one whose ticket says so starts others, which share a folder with it', async () => {
    bench.script(
      ['init', ['sh', 'holdfast run U --host claude-code --json'], done(), 'turn'],
      ['init', done('U'), 'turn'],
    );
    bench.ticket('T', ['may_start_workers: true']);
    bench.ticket('U');
    const ran = await bench.holdfast(['run', 'T', '--host', 'claude-code']);
    expect(ran.code, ran.out + bench.left('shell')).toBe(0);
    expect(status('U')).toBe('completed');
    const scratch = [bench.worker('T')!, bench.worker('U')!].map(({ launch }) => launch.scratch);
    expect(new Set(scratch).size).toBe(1);
    expect(existsSync(scratch[0]!)).toBe(true);
    expect(bench.worker('T')!.state.firstPrompt).toContain(scratch[0]);
  });
});

describe('[R47] which worker runs when', () => {
  it('of two that are started on one ticket at once one gets it', async () => {
    bench.script(['init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    const ran = await Promise.all([start('T'), start('T'), start('T')]);
    expect(ran.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    expect(ran.find(({ code }) => code === 1)!.err).toMatch(
      /T is already claimed by T-\w{4} \(since/,
    );
  });

  it('waits until what its ticket depends on is done', async () => {
    bench.script(['init', ['sh', 'holdfast ticket done "$HOLDFAST_TICKET" --result ok'], 'turn']);
    bench.ticket('A', [], 'in-progress');
    bench.ticket('T', ['depends_on: [A]']);
    const { out } = await start('T');
    expect(out).toMatch(/^T-\w{4} takes T \([\w-]+\), when A is done\.\n/);
    expect((await bench.holdfast(['ticket', 'list'])).out).toMatch(/ T .* waits for A\n/);
    await until(() => bench.worker('T')?.state.reason === 'It waits until A is done.', 'it waits');
    expect(bench.left('starts')).toBe('');
    await bench.holdfast(['ticket', 'done', 'A', '--result', 'ok']);
    expect((await ended('T')).state.status).toBe('completed');
  });

  it('can be stopped while it waits, and then the ticket is free', async () => {
    bench.script(['init']);
    bench.ticket('A', [], 'in-progress');
    const path = bench.ticket('T', ['depends_on: [A]']);
    await start('T');
    const stopped = await bench.holdfast(['stop', 'T']);
    expect(stopped.out).toContain('is interrupted. It was stopped.');
    expect(bench.left('starts')).toBe('');
    expect(readFileSync(path, 'utf8')).toContain('status: queued');
    expect((await bench.holdfast(['ticket', 'claim', 'T', '--owner', 'another'])).code).toBe(0);
  });

  it('fails with the reason when what it waits for fails', async () => {
    bench.script(['init']);
    bench.ticket('A', [], 'in-progress');
    bench.ticket('T', ['depends_on: [A]']);
    await start('T');
    await bench.holdfast(['ticket', 'fail', 'A', 'no such library']);
    const { state } = await ended('T');
    expect([state.status, state.reason]).toEqual(['failed', 'T depends on A, which is failed.']);
  });

  it('is refused on a circle, and when what it depends on has failed or is not there', async () => {
    bench.ticket('A', ['depends_on: [B]']);
    bench.ticket('B', ['depends_on: [A]']);
    bench.ticket('F', [], 'failed');
    bench.ticket('T', ['depends_on: [F]']);
    bench.ticket('V', ['depends_on: [W]']);
    const errors = [];
    for (const id of ['A', 'T', 'V']) errors.push((await start(id)).err.split('\n')[0]);
    expect(errors).toEqual([
      'A depends on itself: A → B → A.',
      'T depends on F, which is failed.',
      'V depends on W, which does not exist.',
    ]);
  });

  it('of several the others are started where one is refused, and that is said', async () => {
    bench.script(['init', ['sh', 'holdfast ticket done "$HOLDFAST_TICKET" --result ok'], 'turn']);
    bench.ticket('A');
    bench.ticket('F', [], 'failed');
    const ran = await bench.holdfast(['run', 'F', 'A', '--host', 'claude-code']);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('F is failed.')]);
    expect(status('A')).toBe('completed');
  });

  it('with --max the rest wait, and come in order', async () => {
    bench.script([
      'init',
      ['sleep', 250],
      ['sh', 'holdfast ticket done "$HOLDFAST_TICKET" --result ok'],
      'turn',
    ]);
    const ids = ['A', 'B', 'C', 'D'];
    for (const id of ids) bench.ticket(id);
    const child = startHoldfast(bench, [
      'run',
      ...ids,
      '--host',
      'claude-code',
      '--max',
      '2',
      '--json',
    ]);
    let most = 0;
    const over = new Promise((resolve) => child.once('exit', resolve));
    const timer = setInterval(() => {
      const running = ids.filter((id) => bench.worker(id)?.state.holdsPlace).length;
      most = Math.max(most, running);
    }, 10);
    expect(await over).toBe(0);
    clearInterval(timer);
    expect(most).toBe(2);
    const began = ids.map((id) => bench.worker(id)!.state.began!);
    expect([...began].sort()).toEqual(began);
  });
});

describe('[R45] a work tree of its own', () => {
  it('is made beside the project on the branch of the ticket, and the ticket stays where it is', async () => {
    const { project } = bench.sandbox;
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project, encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'first',
    );
    bench.script([
      'init',
      ['sh', 'echo work > made.txt; git branch --show-current'],
      done(),
      'turn',
    ]);
    const path = bench.ticket('T');
    const ran = await bench.holdfast(['run', 'T', '--host', 'claude-code', '--worktree']);
    expect(ran.code, ran.err + ran.out).toBe(0);
    const { launch } = bench.worker('T')!;
    expect(launch.folder).toBe(`${project}.worktrees/T`);
    expect(bench.left('shell')).toContain('holdfast/T');
    expect(readFileSync(join(launch.folder, 'made.txt'), 'utf8')).toBe('work\n');
    expect(readFileSync(path, 'utf8')).toContain('it holds');
    // What is there is taken as it is, and never removed.
    await bench.holdfast(['ticket', 'reopen', 'T']);
    await bench.holdfast(['run', 'T', '--host', 'claude-code', '--worktree']);
    expect(existsSync(join(launch.folder, 'made.txt'))).toBe(true);
  });

  it('has the hooks that the project has for itself alone, and git does not show them', async () => {
    const { project } = bench.sandbox;
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd,
        encoding: 'utf8',
      });
    git(project, 'init', '-q');
    git(project, 'commit', '-q', '--allow-empty', '-m', 'first');
    bench.script(['init', done(), 'turn']);
    bench.ticket('T');
    const run = () => bench.holdfast(['run', 'T', '--host', 'claude-code', '--worktree']);
    expect((await run()).err).toContain('hooks are not in force for claude-code in');
    await bench.holdfast(['init', '--host', 'claude-code', '--scope', 'project', '--yes']);
    git(project, 'worktree', 'remove', '--force', `${project}.worktrees/T`);
    await bench.holdfast(['ticket', 'reopen', 'T']);
    expect((await run()).err).toBe('');
    const { folder } = bench.worker('T')!.launch;
    expect(existsSync(join(folder, '.claude', 'settings.json'))).toBe(true);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('a folder that is something else is left alone', async () => {
    const { project } = bench.sandbox;
    execFileSync('git', ['init', '-q'], { cwd: project });
    mkdirSync(`${project}.worktrees/T`, { recursive: true });
    bench.ticket('T');
    const ran = await start('T', '--worktree');
    expect([ran.code, ran.err]).toEqual([
      1,
      expect.stringContaining('is not a work tree on the branch'),
    ]);
  });
});

describe('[R47] the session that started a worker', () => {
  it('is told once how it ended, with what it used', async () => {
    bench.script(['init', done(), 'turn']);
    bench.ticket('T');
    const session = '11111111-2222-4333-8444-555555555555';
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
    await bench.holdfast(['run', 'T', '--host', 'claude-code'], { env });
    const folder = join(bench.sandbox.holdfastHome, 'notices', 'claude-code', session);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(names).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, names[0]!), 'utf8'))).toMatchObject({
      task: 'T',
      status: 'completed',
      result: 'it holds',
      usage: { tokens: 110, toolUses: 1 },
    });
  });
});

describe('workers that nobody needs any more', () => {
  it('go with prune, and one that runs stays', async () => {
    bench.script(['init', done(), 'turn'], ['init', ['sleep', 600_000], 'deaf']);
    bench.ticket('T');
    bench.ticket('U');
    await bench.holdfast(['run', 'T', '--host', 'claude-code']);
    await start('U');
    await until(() => bench.worker('U')?.state.status === 'running', 'it runs');
    const old = '2020-01-01T00:00:00.000Z';
    for (const id of ['T', 'U']) {
      const { folder, launch, state } = bench.worker(id)!;
      writeFileSync(join(folder, 'launch.json'), JSON.stringify({ ...launch, launched: old }));
      writeFileSync(join(folder, 'state.json'), JSON.stringify({ ...state, time: old }));
    }
    const name = bench.worker('T')!.launch.worker;
    const would = await bench.holdfast(['prune', '--dry-run', '--json']);
    expect(JSON.parse(would.out).workers).toEqual([name]);
    expect(bench.worker('T')).toBeDefined();
    expect((await bench.holdfast(['prune'])).out).toContain('Dropped 1 worker.');
    expect([bench.worker('T'), bench.worker('U')?.launch.ticketId]).toEqual([undefined, 'U']);
    // The folder that both share is still U's.
    expect(existsSync(bench.worker('U')!.launch.scratch)).toBe(true);
  });
});

function grep(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}
