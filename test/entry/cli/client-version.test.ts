import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const settings = () => join(machine.home, '.claude', 'settings.json');
const eventsIn = () => Object.keys(JSON.parse(readFileSync(settings(), 'utf8')).hooks);

/** A program on PATH that only tells its version. */
function client(program: string, said: string): void {
  const bin = join(machine.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, program), `#!/bin/sh\necho '${said}'\n`);
  chmodSync(join(bin, program), 0o755);
}

const run = (...args: string[]) =>
  machine.run(args, {
    env: { PATH: [join(machine.folder, 'bin'), process.env.PATH].join(delimiter) },
  });
const init = (...more: string[]) => run('init', '--host', 'claude-code', '--yes', ...more);

describe('a client that is older than the tested one', () => {
  it('is given the events that it takes, and the rest when init runs again for a newer one', () => {
    client('claude', '2.0.76 (Claude Code)');
    expect(init().code).toBe(0);
    expect(eventsIn()).toContain('SessionStart');
    expect(eventsIn()).not.toContain('PostCompact');
    client('claude', '2.1.332 (Claude Code)');
    expect(init().out).toContain('1 hook added');
    expect(eventsIn()).toContain('PostCompact');
  });

  it.each(['http', 'mcp'])('is not given hooks over %s that it does not take', (transport) => {
    client('claude', '2.0.76 (Claude Code)');
    if (transport === 'http') expect(run('daemon', 'start').code).toBe(0);
    const ran = init('--transport', transport);
    if (transport === 'http') run('daemon', 'stop');
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain('Claude Code 2.0.76 would ignore all of');
    expect(ran.err).toContain('Leave --transport out, or update Claude Code first.');
    expect(existsSync(settings())).toBe(false);
  });

  it('is refused where its file names an event that it does not know, since it ignores that file', () => {
    client('claude', '2.0.76 (Claude Code)');
    mkdirSync(join(machine.home, '.claude'), { recursive: true });
    const text = '{"hooks":{"TaskCompleted":[{"hooks":[{"type":"command","command":"true"}]}]}}';
    writeFileSync(settings(), text);
    const ran = init();
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain(
      'the file has hooks for TaskCompleted, which this version does not know',
    );
    expect(readFileSync(settings(), 'utf8')).toBe(text);
    client('claude', '2.1.39 (Claude Code)');
    expect(init().code).toBe(0);
  });

  it('is refused where its hooks are told too little', () => {
    client('claude', '1.0.50 (Claude Code)');
    expect(init().err).toContain(
      'Claude Code 1.0.50 gives hooks too little information: Holdfast needs 1.0.62',
    );
    expect(existsSync(settings())).toBe(false);
  });

  it('is named by doctor with what was tested, and so is a file that it ignores by now', () => {
    client('claude', '2.1.332 (Claude Code)');
    init();
    expect(run('doctor').out).toMatch(/ok +claude-code version: Claude Code 2\.1\.332; tested: /);
    client('claude', '2.0.70 (Claude Code)');
    const { out } = run('doctor');
    expect(out).toMatch(/note +claude-code version: Claude Code 2\.0\.70 is older than what was/);
    expect(out).toContain('it does not know PostCompact.');
    init();
    expect(run('doctor').out).not.toContain('ignores all of');
    client('claude', '2.9.0 (Claude Code)');
    expect(run('doctor').out).toMatch(/note +claude-code version: Claude Code 2\.9\.0 is newer/);
  });

  it('is named by hosts, and one that says nothing of use is not', () => {
    client('claude', '2.0.70 (Claude Code)');
    client('pi', 'no version here');
    client('copilot', 'GitHub Copilot CLI 1.0.102.');
    const { out } = run('hosts');
    expect(out.replace(/\s+/g, ' ')).toContain(
      'On this machine: Claude Code 2.0.70 (older than tested), Copilot CLI 1.0.102.',
    );
  });
});

describe('a client that cannot even be started', () => {
  it('leaves init to name the home that is no folder', () => {
    client('claude', '2.1.332 (Claude Code)');
    const home = join(machine.folder, 'a-file');
    writeFileSync(home, '');
    const ran = machine.run(['init', '--host', 'claude-code', '--yes'], {
      env: { PATH: [join(machine.folder, 'bin'), process.env.PATH].join(delimiter), HOME: home },
    });
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain(home);
    expect(ran.err).not.toContain('A file cannot be used');
  });
});
