import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

const secret = 'ssh-ed25519 AAAA the keys of the user\n';

let machine: CliMachine;
let victim: string;
beforeEach(() => {
  machine = makeCliMachine();
  victim = join(machine.home, '.ssh', 'authorized_keys');
  mkdirSync(dirname(victim));
  writeFileSync(victim, secret);
  mkdirSync(tickets(), { recursive: true });
});
afterEach(() => machine.remove());

const tickets = () => join(machine.project, '.holdfast', 'tickets');
const run = (...args: string[]) => {
  const { code, out, err } = machine.run(args);
  return { code, out: out + err };
};
const make = (...more: string[]) =>
  expect(run('ticket', 'new', 'A', '--id', 't1', ...more).code).toBe(0);
const untouched = () => expect(readFileSync(victim, 'utf8')).toBe(secret);
const pipe = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0);
/** A file beside the victim that must not come to be. */
const notYet = () => join(dirname(victim), 'not-there');

describe('links that a repository brings under the names of files that are being written', () => {
  it('lead nobody anywhere, whatever the number of the process and the verb', () => {
    make();
    for (let pid = process.pid; pid < process.pid + 3_000; pid += 1) {
      for (const name of [`.t1.md.${pid}.tmp`, `t1.md.${pid}.tmp`, `.t1.md.${pid}.old`]) {
        symlinkSync(victim, join(tickets(), name));
      }
    }
    for (const args of [
      ['claim', 't1', '--owner', 'w'],
      ['progress', 't1', 'ssh-rsa EVIL', '--owner', 'w'],
      ['edit', 't1', '--set', 'next_action=ssh-rsa EVIL'],
      ['done', 't1', '--result', 'ssh-rsa EVIL', '--owner', 'w'],
      ['reopen', 't1', 'again'],
    ]) {
      expect(run('ticket', ...args)).toMatchObject({ code: 0 });
      untouched();
    }
  });
});

describe('in place of a ticket', () => {
  const touch = () => [
    run('ticket', 'claim', 't1', '--owner', 'w'),
    run('ticket', 'progress', 't1', 'x'),
    run('ticket', 'edit', 't1', '--set', 'next_action=x'),
    run('ticket', 'new', 'A', '--id', 't1'),
  ];

  it('a link is refused, to what is there and to what is not', () => {
    const text = '---\nid: t1\nstatus: queued\n---\n\n# T\n';
    writeFileSync(victim, text);
    symlinkSync(victim, join(tickets(), 't1.md'));
    for (const { code } of touch()) expect(code).not.toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe(text);
    symlinkSync(notYet(), join(tickets(), 't2.md'));
    expect(run('ticket', 'new', 'A', '--id', 't2').code).not.toBe(0);
    expect(existsSync(notYet())).toBe(false);
  });

  it('a pipe or a folder is refused, and waited for by nobody', () => {
    pipe(join(tickets(), 't1.md'));
    const began = performance.now();
    for (const { code } of touch()) expect(code).not.toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(lstatSync(join(tickets(), 't1.md')).isFIFO()).toBe(true);
  });

  it('a file with a second name is replaced, and the second name keeps what it had', () => {
    make();
    const text = readFileSync(join(tickets(), 't1.md'), 'utf8');
    linkSync(join(tickets(), 't1.md'), notYet());
    expect(run('ticket', 'claim', 't1', '--owner', 'w').code).toBe(0);
    expect(readFileSync(notYet(), 'utf8')).toBe(text);
  });
});

describe('a folder of the project that leads out of it', () => {
  const outside = () => join(machine.home, 'notes');
  beforeEach(() => {
    mkdirSync(outside());
    writeFileSync(join(outside(), 't1.md'), '---\nid: t1\nstatus: queued\n---\n\n# T\n');
  });

  it.each(['.holdfast', '.holdfast/tickets'])('%s gets nothing written or listed', (name) => {
    spawnSync('rm', ['-r', join(machine.project, '.holdfast')]);
    if (name !== '.holdfast') mkdirSync(join(machine.project, '.holdfast'));
    else
      spawnSync('sh', [
        '-c',
        `mkdir ${outside()}/tickets; mv ${outside()}/*.md ${outside()}/tickets`,
      ]);
    symlinkSync(outside(), join(machine.project, name));
    const before = readdirSync(outside(), { recursive: true });
    for (const args of [
      ['claim', 't1', '--owner', 'w'],
      ['progress', '.holdfast/tickets/t1.md', 'x'],
      ['new', 'B', '--id', 't2'],
      ['list'],
      ['edit', 't1', '--set', 'next_action=x'],
    ]) {
      const { code, out } = run('ticket', ...args);
      expect([args[0], code, out]).toEqual([args[0], 1, expect.stringContaining('leads out of')]);
    }
    expect(readdirSync(outside(), { recursive: true })).toEqual(before);
  });
});

describe('the log of a tracker', () => {
  const log = () => join(machine.project, '.holdfast', 'log.md');
  beforeEach(() => {
    const config = join(machine.home, '.config', 'holdfast', 'config.json');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{"tracker":"file"}');
    make('--tracker', 'task-1');
  });
  const report = () => {
    expect(run('ticket', 'claim', 't1', '--owner', 'w').code).toBe(0);
    run('tracker', 'send');
  };

  it('is a file of the project', () => {
    report();
    expect(readFileSync(log(), 'utf8')).toContain('claimed by w');
  });

  it.each([
    ['a link to a file', () => symlinkSync(victim, log())],
    ['a link to nothing', () => symlinkSync(notYet(), log())],
    [
      'a link to a file of the project',
      () => {
        writeFileSync(join(machine.project, '.git', 'hook'), secret);
        symlinkSync('../.git/hook', log());
      },
    ],
    ['a second name of a file', () => linkSync(victim, log())],
    ['a pipe', () => pipe(log())],
    ['a folder', () => mkdirSync(log())],
  ])('is not written through %s', (_, plant) => {
    plant();
    report();
    untouched();
    expect(existsSync(notYet())).toBe(false);
    if (existsSync(join(machine.project, '.git', 'hook'))) {
      expect(readFileSync(join(machine.project, '.git', 'hook'), 'utf8')).toBe(secret);
    }
  });
});

describe('a plan that is ticked', () => {
  const plan = '# Plan\n\n- [ ] one\n- [ ] two\n';
  const advance = () => run('task', 'advance', 'plan.md');

  it('is written where it lies, and keeps its mode', () => {
    writeFileSync(join(machine.project, 'plan.md'), plan, { mode: 0o640 });
    expect(advance().code).toBe(0);
    expect(readFileSync(join(machine.project, 'plan.md'), 'utf8')).toContain('- [x] one');
    expect(statSync(join(machine.project, 'plan.md')).mode & 0o777).toBe(0o640);
    expect(readdirSync(machine.project).filter((name) => name.startsWith('.holdfast-'))).toEqual(
      [],
    );
  });

  it('is refused where a link of the project leads to a file outside', () => {
    const outside = join(machine.home, 'diary.md');
    writeFileSync(outside, plan);
    symlinkSync(outside, join(machine.project, 'plan.md'));
    expect(advance()).toMatchObject({ code: 1, out: expect.stringContaining('leads out of') });
    expect(readFileSync(outside, 'utf8')).toBe(plan);
  });

  it('is refused where it is a pipe', () => {
    pipe(join(machine.project, 'plan.md'));
    expect(advance().code).not.toBe(0);
  });
});

describe('settings that init writes', () => {
  const init = (...more: string[]) =>
    run('init', '--host', 'claude-code', '--scope', 'project', '--yes', ...more);
  const settings = () => join(machine.project, '.claude', 'settings.json');
  beforeEach(() => mkdirSync(dirname(settings())));

  it.each([
    [
      'to a file outside',
      () => {
        writeFileSync(join(machine.home, 'own.json'), '{}\n');
        symlinkSync(join(machine.home, 'own.json'), settings());
      },
    ],
    ['to nothing outside', () => symlinkSync(notYet(), settings())],
  ])('are not written through a link of a repository %s', (_, plant) => {
    plant();
    expect(init().code).not.toBe(0);
    expect(existsSync(notYet())).toBe(false);
    const own = join(machine.home, 'own.json');
    if (existsSync(own)) expect(readFileSync(own, 'utf8')).toBe('{}\n');
  });

  it('are refused where a pipe stands in their place', () => {
    pipe(settings());
    expect(init().code).not.toBe(0);
    expect(lstatSync(settings()).isFIFO()).toBe(true);
  });

  it('are copied to where no link can lead', () => {
    mkdirSync(join(machine.state, 'backups'), { recursive: true });
    writeFileSync(settings(), '{"a": 1}\n');
    const now = Date.now();
    for (let second = 0; second < 60; second += 1) {
      const time = new Date(now + second * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
      const name = `${time.replaceAll(/[-:]/g, '')}-claude-code-project-settings.json`;
      symlinkSync(victim, join(machine.state, 'backups', name));
      symlinkSync(notYet(), join(machine.state, 'backups', name.replace('settings', 'settings2')));
    }
    expect(init().code).toBe(0);
    untouched();
  });
});

describe('what our own state folder holds, where a project made it so that it lies in the project', () => {
  const planted = ['journal.ndjson', 'fold.json', 'evidence.ndjson', 'rules.md', 'memory.md'];
  it('is written through no link', () => {
    const session = join(machine.state, 'sessions', 'claude-code', 's1');
    mkdirSync(session, { recursive: true });
    for (const name of planted) symlinkSync(victim, join(session, name));
    symlinkSync(notYet(), join(machine.state, 'faults.ndjson'));
    mkdirSync(join(machine.state, 'watch'));
    symlinkSync(victim, join(machine.state, 'watch', 's1'));
    const record = join(machine.home, 'record.jsonl');
    const row = {
      type: 'user',
      sessionId: 's1',
      uuid: 'u1',
      message: { role: 'user', content: 'Never push.' },
    };
    writeFileSync(record, `${JSON.stringify(row)}\n`);
    for (const [event, more] of [
      ['UserPromptSubmit', { prompt: 'Never push.' }],
      ['PreCompact', { trigger: 'auto' }],
      ['SessionStart', { source: 'compact' }],
      ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: {} }],
      ['Stop', {}],
    ] as const) {
      const payload = {
        session_id: 's1',
        transcript_path: record,
        cwd: machine.project,
        hook_event_name: event,
        ...more,
      };
      const ran = machine.run(['hook', 'claude-code', event, '--input', JSON.stringify(payload)]);
      expect(ran.code).toBe(0);
    }
    machine.run(['memory', 's1', '--write']);
    untouched();
    expect(existsSync(notYet())).toBe(false);
  });

  it('is no index behind a link', () => {
    mkdirSync(machine.state, { recursive: true });
    const empty = join(machine.home, 'empty');
    writeFileSync(empty, '', { mode: 0o644 });
    symlinkSync(empty, join(machine.state, 'index.db'));
    machine.run(['recall', 'x']);
    expect([statSync(empty).size, statSync(empty).mode & 0o777]).toEqual([0, 0o644]);
  });
});
