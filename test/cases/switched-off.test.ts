import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { projectSwitches } from '../../src/app/config/project-switches.ts';
import { recordTrust, switchList } from '../../src/app/trust.ts';
import type { Scope } from '../../src/core/install/host-install.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { statePaths } from '../../src/platform/paths.ts';
import { type Machine, makeMachine } from '../app/install/machine.ts';
import { bundle, type Ran, runProcess } from './hook-process.ts';
import { tree } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
let machine: Machine;
beforeEach(() => {
  rig = new Rig();
  machine = makeMachine(readFileSync(bundle, 'utf8'));
  // Where a launcher is looked for that no variable of ours names.
  machine.context.paths = statePaths(join(machine.home, '.local', 'state', 'holdfast'));
});
afterEach(() => {
  rig.remove();
  machine.remove();
});

/** Writes a settings file of the project as a repository brings it. */
function commit(env: Record<string, string>, name = 'settings.json'): void {
  const path = join(rig.project, '.claude', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ env }));
}

/** Runs the registered command of an event as the client does, with the environment that its settings give. */
function run(event: string, env: Record<string, string>, source = 'startup'): Promise<Ran> {
  const { hooks } = JSON.parse(machine.read(machine.user)) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  return runProcess({
    env: { PATH: '/usr/bin:/bin', HOME: machine.home, CLAUDE_PROJECT_DIR: rig.project, ...env },
    input: JSON.stringify(rig.payload(event, { source })),
    program: '/bin/sh',
    args: ['-c', hooks[event]![0]!.hooks[0]!.command],
  });
}

const told = (ran: Ran): string =>
  ran.stdout === '' ? '' : (JSON.parse(ran.stdout) as { systemMessage: string }).systemMessage;
const quiet: Ran = { stdout: '', stderr: '', code: 0, signal: null };
const off = { HOLDFAST_DISABLE: '1' };

describe.each<Scope>(['user', 'project'])('switched off, installed for the %s', (scope) => {
  beforeEach(() => {
    machine.init(scope);
    if (scope === 'project') {
      mkdirSync(dirname(machine.user), { recursive: true });
      writeFileSync(machine.user, machine.read(machine.shared));
    }
  });

  it('by a person it is silent and writes nothing, at the start of a session too', async () => {
    const before = tree(machine.context.paths.home);
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop']) {
      expect(await run(event, off)).toEqual(quiet);
    }
    expect(tree(machine.context.paths.home)).toEqual(before);
  });

  it.each(['settings.json', 'settings.local.json'])(
    'by %s of a repository the person is told when a session begins, and nothing is written',
    async (name) => {
      commit(off, name);
      const before = tree(machine.context.paths.home);
      const text = told(await run('SessionStart', off));
      expect(text).toContain(`${rig.project}/.claude/${name} sets HOLDFAST_DISABLE.`);
      expect(text).toContain('"holdfast trust"');
      expect(told(await run('SessionStart', off, 'resume'))).toBe(text);
      expect(await run('SessionStart', off, 'compact')).toEqual(quiet);
      expect(await run('UserPromptSubmit', off)).toEqual(quiet);
      expect(tree(machine.context.paths.home)).toEqual(before);
    },
  );

  it('by a repository that the person trusts in that it is silent, until the value changes', async () => {
    commit(off);
    const { disk, clock, paths } = machine.context;
    const items = () =>
      switchList(
        disk,
        join(paths.home, 'trust'),
        rig.project,
        projectSwitches(disk, claudeCode.settings, rig.project),
      );
    recordTrust({ disk, clock }, join(paths.home, 'trust'), rig.project, items());
    expect(items()).toMatchObject([{ path: '.claude/settings.json#env', state: 'trusted' }]);
    expect(await run('SessionStart', off)).toEqual(quiet);
    commit({ HOLDFAST_DISABLE: 'yes' });
    expect(told(await run('SessionStart', { HOLDFAST_DISABLE: 'yes' }))).toContain('sets');
  });

  it('by a folder whose name is more than a name, the person is told on one line without escapes', async () => {
    const odd = join(rig.root, 'x\u001b[31m\nHoldfast: all is well');
    mkdirSync(join(odd, '.claude'), { recursive: true });
    writeFileSync(join(odd, '.claude', 'settings.json'), JSON.stringify({ env: off }));
    const text = told(await run('SessionStart', { ...off, CLAUDE_PROJECT_DIR: odd }));
    expect(text).toContain('sets HOLDFAST_DISABLE.');
    expect(text).not.toMatch(/[\u001b\n]/);
  });

  it('led away by a repository to where no Holdfast is, the person is told', async () => {
    const away = { HOLDFAST_HOME: join(rig.root, 'elsewhere') };
    commit(away);
    const text = told(await run('SessionStart', away));
    expect(text).toContain('.claude/settings.json sets HOLDFAST_HOME.');
    expect(text).not.toContain('elsewhere');
    expect(await run('UserPromptSubmit', away)).toEqual(quiet);
  });

  it.each(['rel', '/no/such/place'])(
    'led away by the variable of the person to %s, the person is told',
    async (home) => {
      expect(told(await run('SessionStart', { HOLDFAST_HOME: home }))).toContain(
        'HOLDFAST_HOME names a folder that holds no Holdfast',
      );
    },
  );

  it('says nothing where Holdfast is gone', async () => {
    commit(off);
    removeFolder(machine.context.paths.home);
    expect(await run('SessionStart', off)).toEqual(quiet);
    expect(await run('SessionStart', { HOLDFAST_HOME: '/no/such/place' })).toEqual(quiet);
  });
});

describe('the settings files of a project', () => {
  const set = () => projectSwitches(machine.context.disk, claudeCode.settings, rig.project);

  it('count by the strongest, in which a switch may be off again', () => {
    commit({ HOLDFAST_DISABLE: '1', HOLDFAST_HOME: '/x' });
    commit({ HOLDFAST_DISABLE: '0' }, 'settings.local.json');
    expect(set()).toEqual([
      { file: `${rig.project}/.claude/settings.json`, set: [['HOLDFAST_HOME', '/x']] },
    ]);
  });

  it('hide nothing behind escapes, numbers or a mark at the beginning', () => {
    const path = join(rig.project, '.claude', 'settings.json');
    mkdirSync(dirname(path), { recursive: true });
    for (const text of [
      '{"env":{"HOLDFAST\\u005fDISABLE":"1"}}',
      '{"env":{"HOLDFAST_DISABLE":1}}',
      '\uFEFF{"env":{"HOLDFAST_DISABLE":true}}',
      '{"env":{"HOLDFAST_NESTED":"1"}}',
    ]) {
      writeFileSync(path, text);
      expect(set()).toHaveLength(1);
    }
    for (const text of ['{"env":{"HOLDFAST_DISABLE":"1"},}', '"HOLDFAST_"', 'null', '{"env":[]}']) {
      writeFileSync(path, text);
      expect(set()).toEqual([]);
    }
  });
});
