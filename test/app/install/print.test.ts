import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planInit } from '../../../src/app/install/init.ts';
import { planFragments } from '../../../src/app/install/print.ts';
import type { HostInstall } from '../../../src/core/install/host-install.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { copilotInstall } from '../../../src/hosts/copilot/install.ts';
import { cursorInstall } from '../../../src/hosts/cursor/install.ts';
import { droidInstall } from '../../../src/hosts/droid/install.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

/** A value as tools write it that generate settings: its members sorted, and nothing between them. */
const generated = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

describe('init --print', () => {
  it.each([
    claudeCodeInstall,
    codexInstall,
    copilotInstall,
    cursorInstall,
    droidInstall,
    geminiInstall,
    qwenInstall,
  ])(
    'shows for $host what init leaves as it is, however another tool writes it down',
    (install) => {
      const context = { ...machine.context, hosts: [install] };
      for (const scope of ['user', 'project'] as const) {
        const request = { host: install.host, scope };
        const { fragments } = planFragments(context, request);
        expect(fragments.length).toBeGreaterThan(0);
        for (const { target, text } of fragments) {
          expect(machine.exists(target.file)).toBe(false);
          machine.write(target.file, target.file.endsWith('.json') ? generated(text) : text);
        }
        const { targets } = planInit(context, request);
        expect(targets.map(({ change }) => change.passes)).toEqual(targets.map(() => []));
      }
    },
  );

  it('shows the whole of a file, whatever stands in the one that is there', () => {
    const { fragments } = planFragments(machine.context, { host: 'claude-code' });
    machine.write(machine.user, '{"model": "x"} // a remark');
    expect(planFragments(machine.context, { host: 'claude-code' }).fragments[0]?.text).toBe(
      fragments[0]?.text,
    );
    expect(machine.read(machine.user)).toBe('{"model": "x"} // a remark');
  });

  it('leaves the hooks to the settings of an administrator that have them', () => {
    const managed = `${machine.folder}/managed.json`;
    const install: HostInstall = {
      ...claudeCodeInstall,
      managed: { ...claudeCodeInstall.managed!, files: () => [managed] },
    };
    const context = { ...machine.context, hosts: [install] };
    machine.write(managed, planFragments(context, { host: 'claude-code' }).fragments[0]!.text);
    const { targets, notices } = planInit(context, { host: 'claude-code' });
    expect(targets.map(({ file }) => file)).toEqual([`${machine.home}/.claude.json`]);
    expect(notices).toEqual([expect.stringContaining(`the hooks are in ${managed} already`)]);
  });
});
