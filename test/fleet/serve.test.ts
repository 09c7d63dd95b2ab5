import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Step } from '../fake-client/bench.ts';
import { git, servingFleet } from './serving.ts';
import { withPostgres } from './with-postgres.ts';

const done = (file: string): Step[] => [
  'init',
  ['sh', `echo made > ${file}; holdfast ticket done "$HOLDFAST_TICKET" --result "it is made"`],
  ['turn'],
];
const hangs: Step[] = [
  'init',
  ['sh', 'echo half > half.txt; holdfast ticket progress "$HOLDFAST_TICKET" "half of it"'],
  ['sleep', 600_000],
];

/** A program that stands for another. */
function standIn(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

withPostgres('machines that take tickets by themselves', (postgres) => {
  const { machine, rows, remote } = servingFleet(postgres);
  const rowOf = async (id: string) =>
    (
      await rows<{ status: string; machine: string | null }>(
        'select status, machine from holdfast.tickets where id = $1',
        id,
      )
    )[0];
  const branches = () =>
    git(remote(), 'for-each-ref', '--format=%(refname:short)').split('\n').sort();

  it('takes what fits, works in a work tree of the remote, and pushes the result as a branch', async () => {
    const a = await machine('a', done('made.txt'));
    // Another machine has the label, so a ticket that asks for it is none of this one's.
    await rows(
      "insert into holdfast.machines (project, id, labels) select id, 'big', '{gpu}' from holdfast.projects",
    );
    a.bench.ticket('fits', ['host: claude-code', 'labels: [linux, odd]']);
    a.bench.ticket('other-client', ['host: codex']);
    a.bench.ticket('other-label', ['labels: [gpu]']);
    a.bench.ticket('other-repo', ['repo: github.com/acme/else']);
    a.bench.ticket('waits', ['depends_on: [other-label]']);
    const out = await a.ok(
      'fleet',
      'serve',
      '--labels',
      'linux',
      '--max',
      '4',
      '--host',
      'claude-code',
      '--once',
    );
    expect(a.ticket('fits')).toContain('status: done');
    expect(a.ticket('fits')).toMatch(/result: branch holdfast\/fits \(\w+\), pushed to origin/);
    expect(branches()).toEqual(['holdfast/fits', 'main']);
    expect(git(remote(), 'show', 'holdfast/fits:made.txt')).toBe('made');
    expect(git(remote(), 'log', '--format=%s', 'main')).toBe('begin');
    for (const id of ['other-client', 'other-label', 'other-repo', 'waits']) {
      expect(await rowOf(id), id).toEqual({ status: 'queued', machine: null });
    }
    expect(out).toContain('leaves other-repo: it is for the repository github.com/acme/else');
    expect((await rowOf('fits'))!.status).toBe('done');
  });

  it('finishes on another machine what one had that was killed, after the lease ran out', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', done('whole.txt'));
    a.bench.ticket('task');
    await a.ok('fleet', 'sync');
    const first = a.run('fleet', 'serve', '--host', 'claude-code');
    await vi.waitFor(
      async () => {
        const found = await rows("select from holdfast.progress where line like '%half of it%'");
        expect(found).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
    a.kill();
    await first;
    await b.ok('fleet', 'sync');
    await b.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(b.ticket('task'), 'the lease still runs').toContain('status: in-progress');
    await rows(
      "update holdfast.tickets set until = clock_timestamp() - interval '1 second' where until is not null",
    );
    await b.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(b.ticket('task')).toContain('status: done');
    expect(b.ticket('task')).toContain('half of it');
    expect(git(remote(), 'show', 'holdfast/task:whole.txt')).toBe('made');
    // The first machine comes back: its worker is lost, the ticket is done, and what it made goes nowhere but here.
    const back = await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(back).toContain('task is done');
    expect(a.ticket('task')).toContain('status: done');
    expect(a.ticket('task').match(/half of it/g)).toHaveLength(1);
    expect(git(remote(), 'log', '--format=%s', 'holdfast/task')).toBe('Task task\nbegin');
  });

  it('hears at once of a ticket that is made elsewhere, and ends on a signal while its worker goes on', async () => {
    const a = await machine('a', hangs);
    const b = await machine('b', hangs);
    const serving = b.run('fleet', 'serve', '--host', 'claude-code');
    await vi.waitFor(() => expect(b.server()).toBeDefined(), { timeout: 60_000, interval: 100 });
    a.bench.ticket('late');
    await a.ok('fleet', 'sync');
    await vi.waitFor(() => expect(b.ticket('late')).toContain('half of it'), {
      timeout: 60_000,
      interval: 200,
    });
    process.kill(b.server()!, 'SIGTERM');
    const { out, code } = await serving;
    expect(code).toBe(0);
    expect(out).toContain('1 worker goes on: late-');
    expect(b.bench.worker('late')!.state.status).toBe('running');
    expect((await rowOf('late'))!.machine).toBe('b');
  });

  it('takes nothing where the project has a setting that nobody trusts', async () => {
    const a = await machine('a', done('x'));
    a.bench.sandbox.write('.holdfast/config.json', '{"workerAllow":["npm test"]}');
    a.bench.ticket('task');
    const out = await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(out).toContain('.holdfast/config.json of this project is not trusted');
    expect(await rowOf('task')).toEqual({ status: 'queued', machine: null });
  });

  it('gives a ticket back that its client cannot work on, with the reason', async () => {
    const a = await machine('a', ['init', ['error', 401, 'invalid x-api-key']] as Step[]);
    a.bench.ticket('task');
    const out = await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(out).toContain('gives task back');
    expect(await rowOf('task')).toEqual({ status: 'queued', machine: null });
    expect(a.ticket('task')).toContain('given back by a:');
  });

  it('says in the commit what the agent left uncommitted, and commits neither secrets nor large files', async () => {
    const made = [
      'echo own > own.txt; git add own.txt; git -c user.name=A -c user.email=a@example.org commit -qm own',
      'echo left > left.txt; mkdir -p sub; echo x > "sub/ö name.txt"',
      'echo "aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYq3Hd82LmTzVw" > keys.ini; git add keys.ini',
      'head -c 6000000 /dev/zero > big.bin; git add big.bin',
      'holdfast ticket done "$HOLDFAST_TICKET" --result "it is made"',
    ].join('; ');
    const a = await machine('a', ['init', ['sh', made], ['turn']] as Step[]);
    a.bench.ticket('task');
    await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(a.ticket('task')).toMatch(
      /result: branch holdfast\/task \(\w+\), pushed to origin; not committed: big\.bin \(over 5 MB\), keys\.ini \(looks like it holds a secret\), still in .*task on a/,
    );
    const remoteLog = (form: string) => git(remote(), 'log', `--format=${form}`, 'holdfast/task');
    expect(remoteLog('%s')).toBe('Task task\nown\nbegin');
    const body = git(remote(), 'log', '-1', '--format=%b', 'holdfast/task');
    expect(body).toContain('The agent left these changes uncommitted.');
    expect(body.match(/^\* .*/gm)).toEqual(['* left.txt', '* sub/ö name.txt']);
    const tree = git(
      remote(),
      '-c',
      'core.quotePath=false',
      'ls-tree',
      '-r',
      '--name-only',
      'holdfast/task',
    );
    expect(tree.split('\n')).toEqual(['left.txt', 'own.txt', 'sub/ö name.txt']);
  });

  it.each(['gh', 'glab'])(
    'opens a pull request by %s where a setting says so, and names the one that is there',
    async (program) => {
      const a = await machine('a', done('one.txt'));
      const { root, home } = a.bench.sandbox;
      const log = join(root, 'asked');
      // It refuses the second one, as the real one does.
      standIn(
        join(root, 'bin', program),
        `printf '%s\\n' "$@" --- >> '${log}'
case "$2" in
create) [ -e '${root}/open' ] && { echo "there is one already" >&2; exit 1; }; touch '${root}/open'; echo "Creating"; echo https://example.org/pr/1;;
view) echo "url: https://example.org/pr/1";;
esac`,
      );
      a.bench.ticket('off');
      await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
      expect(existsSync(log), 'the setting is off').toBe(false);
      mkdirSync(join(home, '.config', 'holdfast'), { recursive: true });
      writeFileSync(
        join(home, '.config', 'holdfast', 'config.json'),
        JSON.stringify({ fleetPullRequests: program }),
      );
      for (const id of ['task', 'again']) {
        a.bench.script(done(`${id}.txt`));
        a.bench.ticket(id);
        await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
        expect(a.ticket(id)).toMatch(
          /pushed to origin, pull request https:\/\/example\.org\/pr\/1/,
        );
      }
      const asked = readFileSync(log, 'utf8').split('---\n');
      const head = program === 'gh' ? '--head' : '--source-branch';
      const base = program === 'gh' ? '--base' : '--target-branch';
      expect(asked[0]).toContain(
        `create\n${head}\nholdfast/task\n${base}\nmain\n--title\nTask task\n`,
      );
      expect(asked[0]).toContain('Ticket: task\n\nDo it.\n\nit is made\n');
      expect(asked.map((one) => one.split('\n')[1])).toEqual([
        'create',
        'create',
        'view',
        undefined,
      ]);
    },
  );

  it('says why there is no pull request, and brings the branch all the same', async () => {
    const a = await machine('a', done('one.txt'));
    const { root, home } = a.bench.sandbox;
    standIn(join(root, 'bin', 'gh'), 'echo "run gh auth login" >&2; exit 4');
    mkdirSync(join(home, '.config', 'holdfast'), { recursive: true });
    writeFileSync(join(home, '.config', 'holdfast', 'config.json'), '{"fleetPullRequests":"gh"}');
    a.bench.ticket('task');
    await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(a.ticket('task')).toContain('pushed to origin, no pull request: run gh auth login');
    expect(branches()).toContain('holdfast/task');
  });

  it('keeps a branch here that the remote does not take, and names it', async () => {
    const a = await machine('a', done('made.txt'));
    const hook = join(remote(), 'hooks', 'pre-receive');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n');
    chmodSync(hook, 0o755);
    a.bench.ticket('task');
    await a.ok('fleet', 'serve', '--host', 'claude-code', '--once');
    expect(a.ticket('task')).toMatch(/branch holdfast\/task \(\w+\) on a in .*, not pushed/);
    expect(branches()).toEqual(['main']);
    expect(existsSync(join(`${a.bench.sandbox.project}.worktrees`, 'task', 'made.txt'))).toBe(true);
  });
});
