import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
  machine.run(['hook', 'claude-code'], {
    input: JSON.stringify({
      session_id: 'abcdef-1',
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: machine.project,
    }),
  });
});
afterEach(() => machine.remove());

describe('the id of a session', () => {
  const folder = () => join(machine.state, 'sessions', 'claude-code', 'abcdef-1');

  it.each([
    [['forget', '']],
    [['show', '']],
    [['brief', ' ']],
    [['snapshot', '']],
    [['release', '']],
    [['note', 'x', '--session', '']],
  ])('%j names no session at all: code 2', (args) => {
    const { code, out, err } = machine.run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('The id is empty.');
    expect(existsSync(folder())).toBe(true);
  });

  it('must be given with 4 characters at least to forget a session', () => {
    expect(machine.run(['forget', 'abc'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('at least 4 characters'),
    });
    expect(machine.run(['show', 'abc']).code).toBe(0);
    expect(existsSync(folder())).toBe(true);
    expect(machine.run(['forget', 'abcd', '--yes']).code).toBe(0);
    expect(existsSync(folder())).toBe(false);
  });
});
