import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

describe('what another program writes into the settings while a person is asked', () => {
  it.each(['{"a": 1}', ''])('stays when the hooks go in, from %j', (before) => {
    machine.write(machine.user, before);
    const plan = planInit(machine.context, { host: 'claude-code' });
    machine.write(machine.user, '{"permissions": {"allow": ["Bash(ls)"]}}');
    applyInit(machine.context, plan);
    const settings = JSON.parse(machine.read(machine.user));
    expect(settings.permissions.allow).toEqual(['Bash(ls)']);
    expect(Object.keys(settings.hooks)).toContain('PreToolUse');
    machine.uninstall();
    expect(machine.read(machine.user)).toBe('{"permissions": {"allow": ["Bash(ls)"]}}');
  });

  it('stays when the hooks go in and there was no file', () => {
    const plan = planInit(machine.context, { host: 'claude-code' });
    machine.write(machine.user, '{"model": "x"}');
    applyInit(machine.context, plan);
    machine.uninstall();
    expect(machine.read(machine.user)).toBe('{"model": "x"}');
  });

  it('stays when the hooks go out', () => {
    machine.write(machine.user, '{"a": 1}');
    machine.init();
    const plan = planUninstall(machine.context, {});
    machine.write(machine.user, machine.read(machine.user).replace('{"a": 1', '{"a": 1, "b": 2'));
    applyUninstall(machine.context, plan);
    expect(JSON.parse(machine.read(machine.user))).toEqual({ a: 1, b: 2 });
  });
});
