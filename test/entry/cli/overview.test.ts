import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

/** What the program prints when it is given no word. */
function alone(): string[] {
  const { code, out, err } = machine.run([]);
  expect([code, err]).toEqual([0, '']);
  const lines = out.trimEnd().split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  return lines;
}

describe('holdfast alone', () => {
  it('names the clients that were found, and what to do first', () => {
    expect(alone()).toContain('No coding agent was found on this machine.');
    mkdirSync(join(machine.home, '.claude'));
    mkdirSync(join(machine.home, '.codex'));
    const found = alone();
    expect(found).toContain('Claude Code  found, not installed');
    expect(found.at(found.indexOf('Next:') + 1)).toMatch(/^ {2}holdfast init /);
    expect(found.at(-1)).toMatch(/holdfast --help/);
  });

  it('says where hooks are installed, and what was seen', () => {
    mkdirSync(join(machine.home, '.claude'));
    machine.run(['init', '--host', 'claude-code', '--yes']);
    const installed = alone();
    expect(installed).toContain('Claude Code  installed for all your work');
    expect(installed.join('\n')).toContain('holdfast doctor');
    const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
    const input = JSON.stringify({ ...payload, cwd: machine.project });
    machine.run(['hook', 'claude-code'], { input });
    expect(alone().join('\n')).toMatch(/1 session seen, the newest (just now|1m ago) in \S+\./);
  });

  it('leaves a wrong word a wrong word, and names the nearest command', () => {
    const { code, err } = machine.run(['docter']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "holdfast doctor"?');
  });
});

describe('the help', () => {
  it('shows the commands in groups, those that most people need first', () => {
    const { out } = machine.run(['--help']);
    const groups = out.split('\n').filter((line) => /^\w.*:$/.test(line));
    expect(groups).toEqual(['Options:', 'Start here:', 'Work:', 'More:']);
    const [, start = ''] = out.split('Start here:\n');
    expect(start).toMatch(/^ {2}init /);
    expect(out).not.toContain('overview');
  });
});
