import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
  mkdirSync(join(machine.home, '.claude'));
});
afterEach(() => machine.remove());

/** What the server says of itself when a client of that host connects. */
function serverSays(): string {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`;
  const { out } = machine.run(['mcp', '--host', 'claude-code'], { input });
  return (JSON.parse(out.split('\n')[0]!) as { result: { instructions: string } }).result
    .instructions;
}

describe('hooks that another tool put into the settings by what init --print shows', () => {
  it('count as installed for status, for the overview and for the server, as those of init do', () => {
    const before = [machine.run(['status']).out, serverSays()];
    expect(before[0]).toContain('not installed for a client yet');
    expect(machine.run([]).out).toContain('Claude Code  found, not installed');

    const printed = machine.run(['init', '--print', '--host', 'claude-code', '--json']).out;
    const { fragments } = JSON.parse(printed) as { fragments: { file: string; text: string }[] };
    for (const { file, text } of fragments) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    machine.run(['init', '--no-settings']);
    expect(machine.run(['status']).out).toContain('No sessions yet. Run "holdfast doctor"');
    expect(machine.run([]).out).toContain('Claude Code  installed for all your work');
    expect(serverSays()).not.toBe(before[1]);

    for (const { file } of fragments) writeFileSync(file, '{}\n');
    machine.run(['init', '--host', 'claude-code', '--yes']);
    expect(serverSays()).not.toBe(before[1]);
  });

  it('need the trust that Codex asks for, which init --print says', () => {
    mkdirSync(join(machine.home, '.codex'));
    const step = 'choose "Trust all and continue"';
    expect(machine.run(['init', '--print', '--host', 'codex']).out).toContain(step);
    expect(machine.run(['init', '--print', '--host', 'claude-code']).out).not.toContain(step);
  });
});

describe('the launcher that plugins of two versions share', () => {
  it('stays that of the newer one, and the older one asks no second time', () => {
    const launcher = join(machine.state, 'bin', 'hook');
    expect(machine.run(['plugin', 'launcher']).code).toBe(0);
    const newer = readFileSync(launcher, 'utf8').replace(/^# Holdfast \S+:/m, '# Holdfast 99.0.0:');
    writeFileSync(launcher, newer);
    expect(machine.run(['plugin', 'launcher']).out).toContain('was in place');
    expect(readFileSync(launcher, 'utf8')).toBe(newer);
    const own = machine.run(['--version']).out.trim();
    expect(readFileSync(join(machine.state, 'bin', `newer-than-${own}`), 'utf8')).toBe('');

    writeFileSync(launcher, newer.replace('99.0.0', '0.0.1'));
    expect(machine.run(['plugin', 'launcher']).out).toContain('is in place');
    expect(readFileSync(launcher, 'utf8')).toContain(`# Holdfast ${own}:`);
  });
});
