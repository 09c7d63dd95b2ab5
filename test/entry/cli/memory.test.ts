import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
let record: string;
beforeEach(() => {
  machine = makeCliMachine();
  // A record that is gone is looked for in the folders beside its own, which must be ours alone.
  record = join(machine.folder, 'records', 'project', 's1.jsonl');
  mkdirSync(dirname(record), { recursive: true });
  const row = {
    type: 'user',
    message: { role: 'user', content: 'Round prices half up.' },
    isSidechain: false,
    cwd: machine.project,
    sessionId: 's1',
    uuid: 'u1',
    timestamp: '2026-01-01T00:00:00Z',
  };
  appendFileSync(record, `${JSON.stringify(row)}\n`);
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({ ...payload, cwd: machine.project, transcript_path: record });
  machine.run(['hook', 'claude-code'], { input });
});
afterEach(() => machine.remove());

describe('holdfast memory [R44]', () => {
  it('says how to have one written while there is none', () => {
    const { code, err } = machine.run(['memory', 's1']);
    expect(code).not.toBe(0);
    expect(err.replace(/\s+/g, ' ')).toContain('No memory of session s1 has been written yet.');
    expect(err).toContain('holdfast memory --write');
  });

  it('writes it now, whatever the size, and shows from then on what was written', () => {
    const { code, out } = machine.run(['memory', 's1', '--write']);
    expect(code).toBe(0);
    expect(out).toContain('- The user: "Round prices half up."');
    expect(out).toContain('Covers it up to item u1 of 2026-01-01T00:00:00Z (line 1).');
    expect(machine.run(['memory']).out).toBe(out);
    const { text } = JSON.parse(machine.run(['memory', 's1', '--json']).out);
    expect(`${text}`.trimEnd()).toBe(out.trimEnd());
  });

  it('makes that of any record, and writes nothing then', () => {
    const { out } = machine.run(['memory', '--transcript', record]);
    expect(out).toContain('Round prices half up.');
    expect(machine.run(['memory', 's1']).code).not.toBe(0);
    const refused = machine.run(['memory', '--transcript', record, '--write']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Leave --write out');
  });

  it('keeps what was written when the record is gone, and says so', () => {
    machine.run(['memory', 's1', '--write']);
    const before = readFileSync(record, 'utf8');
    expect(before).not.toBe('');
    rmSync(record);
    const shown = machine.run(['memory', 's1']);
    expect(shown.out).toContain('Round prices half up.');
    expect(shown.err.replace(/\s+/g, ' ')).toContain('is gone');
    const refused = machine.run(['memory', 's1', '--write']);
    expect(refused.code).not.toBe(0);
    expect(refused.err.replace(/\s+/g, ' ')).toContain('could not be written');
  });
});
