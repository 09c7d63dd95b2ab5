import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const commands = [
  'init',
  'doctor',
  'status',
  'show',
  'brief',
  'snapshot',
  'task',
  'note',
  'release',
  'trust',
  'config',
  'forget',
  'prune',
  'uninstall',
  'daemon',
  'hook',
];
const settings = () => join(machine.project, '.claude', 'settings.json');
const init = ['init', '--host', 'claude-code', '--scope', 'project', '--yes'];

describe('the command line', () => {
  it('says that there is no such command, asked for its help too', () => {
    for (const words of [['foo'], ['help', 'foo']]) {
      const { code, err, out } = machine.run(words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('There is no command "foo"');
    }
  });

  it('helps with itself and with every command, within 80 columns', () => {
    const main = machine.run(['--help']);
    expect(main.code).toBe(0);
    for (const command of commands) expect(main.out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    for (const args of [[], ...commands.map((command) => [command]), ['task', 'set']]) {
      const { code, out, err } = machine.run([...args, '--help']);
      expect([args, code, err]).toEqual([args, 0, '']);
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it('prints help by the word too', () => {
    expect(machine.run(['help', 'brief'])).toEqual(machine.run(['brief', '--help']));
    expect(machine.run(['help'])).toEqual(machine.run(['--help']));
    expect(machine.run(['help', 'nope']).code).toBe(2);
  });

  it('refuses a relative place for state, makes nothing there, and keeps hooks silent', () => {
    const env = { HOLDFAST_HOME: 'rel' };
    for (const args of [['status'], init, ['note', 'x']]) {
      expect(machine.run(args, { env })).toMatchObject({ code: 2, out: '' });
    }
    const input = JSON.stringify({
      session_id: 's',
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    expect(machine.run(['hook', 'claude-code'], { env, input })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(existsSync(join(machine.project, 'rel'))).toBe(false);
  });

  it('says in a sentence that a file is where the state folder must be', () => {
    writeFileSync(machine.state, '');
    const { code, err } = machine.run(init);
    expect([code, err.includes('EEXIST')]).toEqual([1, false]);
    expect(err).toContain('a file is in the place of a folder');
  });

  it('tells programs where the settings lie', () => {
    const { files } = JSON.parse(machine.run(['config', '--json']).out);
    expect(files).toEqual({
      user: join(machine.home, '.config', 'holdfast', 'config.json'),
      project: join(machine.project, '.holdfast', 'config.json'),
    });
  });

  it('prints the version of the package', () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    for (const asked of ['--version', 'version'])
      expect(machine.run([asked])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    [['bogus']],
    [['init', '--bogus']],
    [['init', '--scope', 'world', '--yes']],
    [['init', '--host', 'nobody', '--yes']],
    [['init', 'extra']],
    [['forget']],
    [['forget', 'a-session', '--match', 'string']],
    [['forget', '--match', 'abc']],
    [['prune', '--days', '-1']],
    [['prune', '--days', '1.5']],
    [['brief', '--budget', 'many']],
    [['note']],
    [['note', 'x', '--kind', 'rumour']],
    [['task', 'bogus']],
    [['hook']],
  ])('%j is used wrongly: code 2, and says so', (args) => {
    const { code, out, err } = machine.run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
    expect(err).not.toMatch(/^\s+at /m);
    expect(existsSync(machine.state)).toBe(false);
  });

  it.each([
    [['show']],
    [['show', 'nobody']],
    [['brief']],
    [['brief', '--transcript', 'no-such-file']],
    [['note', 'x']],
    [['release']],
    [['task', 'set', 'no-such-file']],
    [['forget', 'nobody']],
    [['trust']],
    [init.slice(0, -1)],
  ])('%j cannot be done: code 1, a sentence and the next step', (args) => {
    const { code, out, err } = machine.run(args);
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toHaveLength(2);
    expect(existsSync(settings())).toBe(false);
  });

  it.each([
    [[...init, '--json']],
    [['init', '--host', 'claude-code', '--dry-run', '--json']],
    [['doctor', '--json']],
    [['status', '--json']],
    [['task', 'show', '--json']],
    [['trust', '--list', '--json']],
    [['config', '--json']],
    [['prune', '--json']],
    [['forget', '--match', 'string', '--json']],
    [['uninstall', '--yes', '--json']],
  ])('%j prints one JSON value', (args) => {
    const { out, err } = machine.run(args);
    expect(err).toBe('');
    expect(() => JSON.parse(out)).not.toThrow();
  });

  it('runs as the program that a package manager links', () => {
    const link = join(machine.folder, 'holdfast');
    symlinkSync(join(import.meta.dirname, '../../../dist/cli.js'), link);
    const ran = spawnSync(process.execPath, [link, ...init], {
      cwd: machine.project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });

  it('ends quietly when nobody reads on', () => {
    const cli = join(import.meta.dirname, '../../../dist/cli.js');
    const line = `'${process.execPath}' '${cli}' config --json; echo "code $?" >&2`;
    const ran = spawnSync('/bin/sh', ['-c', `{ ${line}; } | true`], {
      encoding: 'utf8',
      cwd: machine.project,
    });
    expect(ran.stderr).toBe('code 0\n');
  });

  it('writes no colour where there is no terminal', () => {
    const { out } = machine.run(['doctor']);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('does not exist');
  });

  it('answers a hook with what the hook program says, and never fails', () => {
    const payload = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: machine.project,
    });
    expect(machine.run(['hook', 'claude-code'], { input: payload })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(existsSync(join(machine.state, 'sessions', 'claude-code', 's1', 'journal.ndjson'))).toBe(
      true,
    );
    expect(machine.run(['hook', 'nobody', 'Odd'], { input: 'no json' })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });
});

describe('init and uninstall', () => {
  const before = '\uFEFF{\r\n\t"permissions": {"allow": ["x"]}\r\n}\r\n';

  it('install for a project without asking, prove it, and take it out byte for byte [R43]', () => {
    mkdirSync(join(machine.project, '.claude'));
    writeFileSync(settings(), before);
    const first = machine.run(init);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/9 hooks added in .*\n {2}Backup: .*backups/);
    expect(statSync(machine.state).mode & 0o777).toBe(0o700);
    expect(machine.run(['doctor'])).toMatchObject({ code: 0, err: '' });
    expect(machine.run(init).out).toContain('Nothing to do');
    expect(machine.run(['uninstall', '--yes']).out).toContain('is restored, byte for byte');
    expect(readFileSync(settings(), 'utf8')).toBe(before);
  });

  it('uninstall goes on past a project file that does not parse, and its code says whether all was done', () => {
    const user = join(machine.home, '.claude', 'settings.json');
    machine.run(['init', '--host', 'claude-code', '--yes']);
    mkdirSync(join(machine.project, '.claude'));
    writeFileSync(settings(), '{ // no');
    expect(machine.run(['uninstall', '--scope', 'project', '--yes'])).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringContaining(`Left as it is: ${settings()} cannot be used: line 1`),
    });
    const { code, out } = machine.run(['uninstall', '--yes']);
    expect([code, existsSync(user)]).toEqual([0, false]);
    expect(out).toContain(`Nothing is known of hooks of Holdfast in ${settings()}.`);
    expect(out).toContain('The launcher is removed.');
    expect(readFileSync(settings(), 'utf8')).toBe('{ // no');
  });

  it('a settings file with a text of 30 MB is refused in a sentence', () => {
    mkdirSync(join(machine.project, '.claude'));
    writeFileSync(settings(), `{"a": "${'x'.repeat(30e6)}"}`);
    for (const args of [init, [...init, '--dry-run']]) {
      const { code, err } = machine.run(args);
      expect([code, err]).toEqual([1, expect.stringContaining('it has 30 MB.')]);
    }
    expect(machine.run(['doctor']).out).toContain(`${settings()} cannot be used: it has 30 MB.`);
  });

  it('init, doctor and prune sweep up what a run that was killed left, and nothing of one that goes on', () => {
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const dead = [`scratch-${ended}-aB3xYz`, 'scratch-aB3xYz'];
    const kept = [`scratch-${process.pid}-aB3xYz`, 'scratch of mine', 'scratch-1-a b'];
    for (const args of [init, ['doctor'], ['prune']]) {
      for (const name of [...dead, ...kept]) {
        mkdirSync(join(machine.state, name, 'state'), { recursive: true });
      }
      machine.run([...args.slice(0, 1), '--dry-run', ...args.slice(1)]);
      expect(readdirSync(machine.state)).toEqual(expect.arrayContaining([...dead, ...kept]));
      machine.run(args);
      const left = readdirSync(machine.state);
      expect(left).toEqual(expect.arrayContaining(kept));
      for (const name of dead) expect(left).not.toContain(name);
    }
  });

  it('init that was killed while it compiled the hook program compiles it the next time', () => {
    machine.run(init);
    const [version] = readdirSync(join(machine.state, 'runtime'));
    const start = join(machine.state, 'runtime', version!, 'start.cjs');
    expect(existsSync(start)).toBe(true);
    rmSync(start);
    rmSync(settings());
    expect(machine.run([...init, '--dry-run']).out).toContain(`Would write ${start} (`);
    machine.run(init);
    expect(existsSync(start)).toBe(true);
  });

  it('a dry run prints the change and makes none', () => {
    mkdirSync(join(machine.project, '.claude'));
    writeFileSync(settings(), before);
    const { code, out } = machine.run([
      'init',
      '--host',
      'claude-code',
      '--scope',
      'project',
      '--dry-run',
    ]);
    expect(code).toBe(0);
    expect(out).toContain(`--- ${settings()}\n+++ ${settings()}\n@@ `);
    expect(out).toMatch(/^\+.*PreCompact/m);
    expect([readFileSync(settings(), 'utf8'), existsSync(machine.state)]).toEqual([before, false]);
    machine.run(init);
    const now = readFileSync(settings(), 'utf8');
    expect(machine.run(['uninstall', '--dry-run']).out).toMatch(/^-.*PreCompact/m);
    expect(readFileSync(settings(), 'utf8')).toBe(now);
  });

  it('a host that is not there is installed for all the same, and that is said', () => {
    const env = { PATH: '/nowhere' };
    expect(machine.run(['init', '--yes'], { env })).toMatchObject({ code: 1, out: '' });
    expect(machine.run(init, { env }).out).toContain('was not found on this machine');
  });

  it('a settings file with comments is refused with code 1, untouched, and said [case 16]', () => {
    mkdirSync(join(machine.project, '.claude'));
    writeFileSync(settings(), '{\n  // mine\n}');
    const { code, out, err } = machine.run(init);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('line 2: it has a comment');
    expect(readFileSync(settings(), 'utf8')).toBe('{\n  // mine\n}');
    expect(existsSync(machine.state)).toBe(false);
  });

  it('what a committed file holds works on another machine, and is silent where Holdfast is not', () => {
    machine.run(init);
    const { hooks } = JSON.parse(readFileSync(settings(), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const text = JSON.stringify(hooks);
    expect(text).not.toContain(machine.folder);
    const command = hooks.SessionStart![0]!.hooks[0]!.command;
    const colleague = spawnSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      input: '{}',
      env: { PATH: '/usr/bin:/bin', HOME: join(machine.folder, 'colleague') },
    });
    expect([colleague.status, colleague.stdout, colleague.stderr]).toEqual([0, '', '']);
  });

  it.each(['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'])(
    'with %s set, uninstall and trust refuse',
    (name) => {
      machine.run(init);
      const env = { [name]: '1' };
      for (const args of [['uninstall', '--yes'], ['trust']]) {
        const { code, err } = machine.run(args, { env });
        expect(code).toBe(1);
        expect(err).toContain("inside an agent's session");
      }
      expect(existsSync(settings())).toBe(true);
    },
  );

  it('without a terminal uninstall needs --yes', () => {
    machine.run(init);
    expect(machine.run(['uninstall'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--yes'),
    });
    expect(existsSync(settings())).toBe(true);
  });

  it("init lets the project's configuration take effect, but not inside a session", () => {
    mkdirSync(join(machine.project, '.holdfast'));
    writeFileSync(join(machine.project, '.holdfast', 'config.json'), '{"gate":"off"}');
    const gate = () => JSON.parse(machine.run(['config', '--json']).out).config.gate;
    const inside = machine.run(init, { env: { CLAUDECODE: '1' } });
    expect([inside.code, gate()]).toEqual([0, 'auto']);
    expect(inside.out).toContain('holdfast trust');
    expect(machine.run(init).out).toContain('Trusted now: .holdfast/config.json');
    expect(gate()).toBe('off');
    writeFileSync(join(machine.project, '.holdfast', 'config.json'), '{"gate":"off" }');
    expect(gate()).toBe('auto');
  });

  it('takes the project from a folder below it, and never makes state there [case 25]', () => {
    const below = join(machine.project, 'a', 'b');
    mkdirSync(below, { recursive: true });
    machine.run(init, { cwd: below });
    expect(existsSync(settings())).toBe(true);
    expect(existsSync(join(below, '.claude'))).toBe(false);
  });
});

describe('sessions on the command line', () => {
  const start = (id: string, extra: object = {}) =>
    machine.run(['hook', 'claude-code'], {
      input: JSON.stringify({
        session_id: id,
        hook_event_name: 'SessionStart',
        source: 'startup',
        cwd: machine.project,
        ...extra,
      }),
    });

  it('are listed, shown, noted for and forgotten', () => {
    start('11111111-aaaa');
    start('22222222-bbbb');
    const { sessions } = JSON.parse(machine.run(['status', '--json']).out);
    expect(sessions.map((row: { session: string }) => row.session).sort()).toEqual([
      '11111111-aaaa',
      '22222222-bbbb',
    ]);
    expect(machine.run(['status']).out).toMatch(/^22222222 +now +claude-code +project +/m);
    expect(machine.run(['note', 'keep the API stable', '--session', '1111']).code).toBe(0);
    const { notes } = JSON.parse(machine.run(['show', '1111', '--json']).out);
    expect(notes).toMatchObject([{ text: 'keep the API stable', note: 'decision', by: 'person' }]);
    expect(machine.run(['forget', '--match', 'the API', '--json', '--yes']).out).toContain(
      '"count": 1',
    );
    expect(machine.run(['show', '1111']).out).toContain('keep [forgotten] stable');
    expect(machine.run(['forget', '2222', '--yes']).out).toContain('Forgot session 22222222-bbbb');
    expect(existsSync(join(machine.state, 'sessions', 'claude-code', '22222222-bbbb'))).toBe(false);
  });

  it('a note inside a session is the agent’s and goes to that session', () => {
    start('s-1');
    start('s-2');
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
    expect(JSON.parse(machine.run(['note', 'x', '--json'], { env }).out)).toMatchObject({
      session: 's-1',
      by: 'agent',
    });
    expect(machine.run(['note', 'x', '--kind', 'constraint'], { env }).code).toBe(1);
  });

  it('release is for the user at a terminal', () => {
    start('s-1');
    expect(machine.run(['release', 's-1'])).toMatchObject({ code: 1, out: '' });
    expect(machine.run(['release', 's-1'], { env: { CLAUDECODE: '1' } }).err).toContain(
      'CLAUDECODE',
    );
  });

  it('say that everything is switched off', () => {
    const env = { HOLDFAST_DISABLE: '1' };
    expect(machine.run(['status'], { env }).out).toContain('HOLDFAST_DISABLE is set');
    expect(
      machine.run(['hook', 'claude-code'], {
        env,
        input: '{"session_id":"s","hook_event_name":"SessionStart","source":"startup"}',
      }).code,
    ).toBe(0);
    expect(existsSync(machine.state)).toBe(false);
  });

  it('brief and snapshot of a record write nothing', () => {
    const record = join(machine.project, 'r.jsonl');
    const row = {
      type: 'user',
      uuid: 'u',
      sessionId: 'r',
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: 'Never touch the vendor folder.' },
    };
    writeFileSync(record, `${JSON.stringify(row)}\n`);
    expect(machine.run(['brief', '--transcript', 'r.jsonl']).out).toContain(
      'Never touch the vendor folder.',
    );
    const { facts } = JSON.parse(
      machine.run(['snapshot', '--transcript', 'r.jsonl', '--json']).out,
    );
    expect(facts).toContainEqual(
      expect.objectContaining({ value: 'Never touch the vendor folder.' }),
    );
    const short = JSON.parse(
      machine.run(['brief', '--transcript', 'r.jsonl', '--budget', '600', '--json']).out,
    );
    expect(short.characters).toBeLessThanOrEqual(600);
    expect(existsSync(machine.state)).toBe(false);
  });

  it('looking at a session leaves its reading where it was', () => {
    const record = join(machine.project, 's-1.jsonl');
    writeFileSync(record, '');
    start('s-1', { transcript_path: record });
    const files = () =>
      spawnSync('find', [machine.state, '-type', 'f', '-exec', 'cksum', '{}', '+'], {
        encoding: 'utf8',
      }).stdout;
    const before = files();
    for (const command of ['brief', 'snapshot', 'show', 'status']) machine.run([command]);
    expect(files()).toBe(before);
  });

  it('the task of a project is set, shown and cleared', () => {
    writeFileSync(join(machine.project, 'PLAN.md'), '# The plan\n\n- [ ] first\n');
    expect(machine.run(['task', 'set', 'PLAN.md']).code).toBe(0);
    const below = join(machine.project, 'src');
    mkdirSync(below);
    expect(machine.run(['task', 'show'], { cwd: below }).out).toContain('The plan');
    machine.run(['task', 'clear']);
    expect(machine.run(['task', 'show']).out).toContain('No task is set');
  });
});
