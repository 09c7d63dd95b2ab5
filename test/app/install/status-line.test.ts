import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

function init(statusLine?: boolean, scope: 'user' | 'project' = 'user') {
  const request = {
    host: 'claude-code',
    scope,
    ...(statusLine === undefined ? {} : { statusLine }),
  };
  const plan = planInit(machine.context, request);
  applyInit(machine.context, plan);
  return plan;
}

const uninstall = () => applyUninstall(machine.context, planUninstall(machine.context, {}));
const command = (): string => JSON.parse(machine.read(machine.user)).statusLine?.command;
const script = () => machine.context.paths.statusLine;

const before: [what: string, text: string | undefined][] = [
  ['no settings file', undefined],
  ['no status line', '{\n\t"model": "opus"\n}\n'],
  [
    "the user's own command in odd JSON",
    '{"statusLine":{"padding":0,  "type":"command","command":"echo \\u0022it\'s\\u0022 | cat"},\n "a":1}',
  ],
];

describe('the status line in the settings of a client', () => {
  it.each(before)('is put in and taken out byte for byte: %s', (_, text) => {
    if (text !== undefined) machine.write(machine.user, text);
    init(true);
    expect(command()).toContain(machine.context.paths.statusLine.replace("'", "'\\''"));
    expect(machine.exists(script())).toBe(true);
    uninstall();
    expect(machine.exists(machine.user)).toBe(text !== undefined);
    if (text !== undefined) expect(machine.read(machine.user)).toBe(text);
    expect(machine.exists(script())).toBe(false);
  });

  it('gives the user their own command back where the file was changed since', () => {
    machine.write(
      machine.user,
      JSON.stringify({ statusLine: { type: 'command', command: "a 'b'" } }),
    );
    init(true);
    const changed = { ...JSON.parse(machine.read(machine.user)), model: 'opus' };
    machine.write(machine.user, JSON.stringify(changed));
    uninstall();
    expect(JSON.parse(machine.read(machine.user))).toEqual({
      statusLine: { type: 'command', command: "a 'b'" },
      model: 'opus',
    });
  });

  it('stays at an init that does not name it, and is wrapped once however often that runs', () => {
    machine.write(
      machine.user,
      JSON.stringify({ statusLine: { type: 'command', command: 'mine' } }),
    );
    init(true);
    const once = machine.read(machine.user);
    expect([init(true).done, init().done, machine.read(machine.user)]).toEqual([true, true, once]);
    expect(once.split('mine')).toHaveLength(2);
  });

  it('is not put in unasked, and goes by itself where the user takes it back', () => {
    init();
    expect([command(), machine.exists(script())]).toEqual([undefined, false]);
    init(true);
    expect(machine.exists(script())).toBe(true);
    init(false);
    expect([command(), machine.exists(script())]).toEqual([undefined, false]);
    expect(JSON.parse(machine.read(machine.user)).hooks).toBeDefined();
  });

  it('leaves a status line that is no command as it is, and says so', () => {
    machine.write(machine.user, '{"statusLine": "bare"}');
    const { notices } = init(true);
    expect(notices.join()).toContain('is no command');
    expect(JSON.parse(machine.read(machine.user)).statusLine).toBe('bare');
  });

  it("is refused for a project's file, which others share", () => {
    expect(() => init(true, 'project')).toThrow('for your own settings');
  });
});
