import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { projectSwitches } from '../../../src/app/config/project-switches.ts';
import { clearFaults, examine } from '../../../src/app/doctor/doctor.ts';
import type { DoctorContext, Finding } from '../../../src/app/doctor/finding.ts';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { recordTrust, switchList } from '../../../src/app/trust.ts';
import { defaultConfig } from '../../../src/core/config/defaults.ts';
import type { Place } from '../../../src/core/install/host-install.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { statePaths } from '../../../src/platform/paths.ts';
import { runShell } from '../../../src/platform/run-shell.ts';
import { type Machine, makeMachine } from '../install/machine.ts';

/** A hook program that writes into the journal of its session, as the real one does. */
const bundle = `
const { mkdirSync, writeFileSync, readFileSync } = require('node:fs');
const { session_id } = JSON.parse(readFileSync(0, 'utf8'));
const folder = process.env.HOLDFAST_HOME + '/sessions/' + process.argv[2] + '/' + session_id;
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/journal.ndjson', '{"v":1,"kind":"session","at":"x"}\\n');
`;

let machine: Machine;
let context: DoctorContext;

function setUp(program = bundle): void {
  machine = makeMachine(program);
  const env = { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state };
  machine.context.place = { ...machine.context.place, env };
  context = {
    install: machine.context,
    paths: statePaths(machine.state),
    userConfig: join(machine.folder, 'config.json'),
    platform: 'linux',
    run: runShell,
    tested: {},
    config: defaultConfig,
    daemonUrl: async () => undefined,
    heard: () => undefined,
    unheard: () => [],
    sessionId: 'holdfast-doctor-1',
  };
}

beforeEach(() => setUp());
afterEach(() => machine.remove());

const wrong = async (): Promise<Finding[]> =>
  (await examine(context)).filter((finding) => finding.state === 'off');
const messages = async (): Promise<string[]> => (await wrong()).map((finding) => finding.message);

describe('doctor', () => {
  it.each(['user', 'project'] as const)(
    'proves that the hooks of the %s scope fire, and leaves nothing behind',
    async (scope) => {
      machine.init(scope);
      const findings = await examine(context);
      expect(findings.filter((finding) => finding.state !== 'ok')).toEqual([]);
      expect(findings.map((finding) => finding.check)).toContain(
        `claude-code SessionStart (${scope})`,
      );
      const told = findings.map(({ message }) => message).join('\n');
      expect(told).toMatch(/^Fired and arrived \(session\)/m);
      expect(told).toMatch(/^Silent when nothing is pending/m);
      expect(machine.context.disk.list(machine.state)).toEqual([
        '.gitignore',
        'bin',
        'installs.json',
        'runtime',
      ]);
    },
  );

  it.each([
    [undefined, 'Run "holdfast init" again.'],
    ['/.dockerenv', 'Give the container settings of its own'],
  ])(
    'names a hook whose program does not exist here, and the next step (container: %s)',
    async (sign, step) => {
      machine.init();
      const elsewhere = '/home/ada/.local/state/holdfast';
      const launcher = { form: 'fixed', stateFolder: elsewhere } as const;
      machine.write(machine.user, claudeCodeInstall.register('', machine.user, launcher).text);
      const { disk } = context.install;
      const stat: typeof disk.stat = (path) =>
        path === sign
          ? disk.stat(machine.user)
          : path.startsWith('/.docker')
            ? undefined
            : disk.stat(path);
      context.install = { ...context.install, disk: { ...disk, stat } };
      const found = (await wrong()).filter(({ message }) =>
        message.includes('does not exist here'),
      );
      expect(found.length).toBeGreaterThan(0);
      for (const { message, fix } of found) {
        expect(message).toContain(`The hook starts ${elsewhere}/bin/hook, which`);
        expect(message.includes('This is a container')).toBe(sign !== undefined);
        expect(fix).toContain(step);
      }
    },
  );

  it('takes hooks of an administrator, and says where they are to be put where only those run', async () => {
    const managed = join(machine.folder, 'managed', 'holdfast.json');
    const rule = join(machine.folder, 'managed', 'rules.json');
    const files = () => [rule, managed];
    const install = {
      ...claudeCodeInstall,
      managed: { ...claudeCodeInstall.managed!, files },
      settingsFiles: (place: Place, list: (folder: string) => string[]) => [
        ...files(),
        ...claudeCodeInstall.settingsFiles(place, list),
      ],
      hooksOff: (text: string, path: string) =>
        path === rule && text !== '' ? 'allowManagedHooksOnly' : undefined,
    };
    context.install = { ...context.install, hosts: [install] };
    machine.init();
    const hooks = machine.read(machine.user);
    machine.write(rule, '{"allowManagedHooksOnly": true}');
    expect(await wrong()).toEqual([
      expect.objectContaining({
        check: 'claude-code settings',
        fix: expect.stringContaining('/etc/claude-code/managed-settings.d/holdfast.json'),
      }),
    ]);
    machine.write(managed, hooks);
    rmSync(machine.user);
    const findings = await examine(context);
    expect(findings.filter(({ state }) => state === 'off')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['claude-code hooks (managed)', 'claude-code SessionStart (managed)']),
    );
    machine.write(managed, hooks.replace('"timeout": 30', '"timeout": 31'));
    expect((await wrong())[0]?.fix).toContain('"holdfast init --print --host claude-code" shows');
  });

  it('takes hooks that stand in a file which init does not write', async () => {
    machine.init('project');
    const local = machine.shared.replace(/settings\.json$/, 'settings.local.json');
    machine.write(local, machine.read(machine.shared));
    rmSync(machine.shared);
    expect(await wrong()).toEqual([]);
    expect((await examine(context)).map(({ check }) => check)).toContain(
      'claude-code hooks (other)',
    );
  });

  it('names how to fix everything that it finds', async () => {
    writeFileSync(context.userConfig, '{"gate":"never"}');
    const found = await wrong();
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const finding of found) expect(finding.fix).toMatch(/\w{3}/);
  });

  it('says that nothing is installed', async () => {
    expect(await messages()).toEqual([
      `${machine.state} does not exist.`,
      `${machine.context.paths.launcher} is missing.`,
      'No client has Holdfast’s hooks, for you or for this project.',
    ]);
  });

  it.each([
    ['{ // mine\n}', /line 1: it has a comment\. Claude Code ignores the whole file/],
    ['{"a": 1,}', /line 1: it has a trailing comma/],
    ['{"disableAllHooks": true}', /settings\.local\.json switches all hooks off/],
  ])('names a settings file with %j', async (text, expected) => {
    machine.init('user');
    machine.write(join(machine.project, '.claude', 'settings.local.json'), text);
    expect(await messages()).toEqual([expect.stringMatching(expected)]);
  });

  it.each(['user', 'project'] as const)(
    'starts the MCP server that is registered for the %s scope, and says what is wrong with it',
    async (scope) => {
      machine.init(scope);
      const of = async () =>
        (await examine(context)).filter(({ check }) => check.includes('MCP server'));
      expect((await of()).map(({ check, state }) => `${check}: ${state}`)).toEqual([
        `claude-code MCP server (${scope}): ok`,
        'MCP server: ok',
      ]);
      removeFolder(join(machine.state, 'runtime'));
      expect((await of()).at(-1)).toMatchObject({ state: 'off', message: 'It gives no answer.' });
      rmSync(context.install.paths.serverLauncher);
      expect((await of()).at(-1)?.message).toMatch(/bin\/mcp is missing\.$/);
      const file = join(
        ...(scope === 'user' ? [machine.home, '.claude.json'] : [machine.project, '.mcp.json']),
      );
      machine.write(file, machine.read(file).replace('/bin/mcp', '/elsewhere/bin/mcp'));
      expect(await of()).toEqual([
        expect.objectContaining({ state: 'off', message: expect.stringContaining(file) }),
      ]);
      machine.write(file, '{"mcpServers":{"holdfast":{"command":"x"}}}');
      expect(await of()).toEqual([
        expect.objectContaining({ state: 'note', message: expect.stringContaining(file) }),
      ]);
      machine.write(file, '{}');
      expect(await of()).toEqual([]);
    },
  );

  it('plays no events that come over MCP to a shell, and finds nothing wrong with them', async () => {
    const { context: install } = machine;
    applyInit(install, planInit(install, { host: 'claude-code', transport: 'mcp' }));
    expect(await messages()).toEqual([]);
    const check = 'claude-code hooks (user)';
    const found = (await examine(context)).find((finding) => finding.check === check);
    expect(found).toMatchObject({ state: 'ok', message: expect.stringMatching(/^11 in /) });
  });

  it('names our own settings file when it got a comment, beside that no hook fires', async () => {
    machine.init('user');
    machine.write(machine.user, machine.read(machine.user).replace('{', '{ // mine'));
    expect(await messages()).toEqual([
      expect.stringContaining('line 1: it has a comment'),
      expect.stringContaining('No client has Holdfast’s hooks'),
    ]);
  });

  it('names entries that are missing or of another version', async () => {
    machine.init('user');
    machine.write(
      machine.user,
      machine.read(machine.user).replace('"timeout": 30', '"timeout": 31'),
    );
    expect(await messages()).toEqual([expect.stringMatching(/^Of the hooks in .*, 1 differs\.$/)]);
  });

  const put = (name: string, env: object): string => {
    const path = join(
      name === 'user' ? machine.home : machine.project,
      '.claude',
      name === 'user' ? 'settings.json' : name,
    );
    const before = machine.exists(path) ? JSON.parse(machine.read(path)) : {};
    machine.write(path, JSON.stringify({ ...before, env }));
    return path;
  };

  it.each(['settings.json', 'settings.local.json', 'user'])(
    'names the settings file and the variable by which %s switches everything off',
    async (name) => {
      machine.init('user');
      const path = put(name, { HOLDFAST_DISABLE: 1 });
      expect(await messages()).toEqual([
        `${path} sets HOLDFAST_DISABLE: no hook does anything here.`,
      ]);
      expect((await examine(context)).some(({ message }) => message.startsWith('Fired'))).toBe(
        false,
      );
    },
  );

  it('tells what a person trusts a project to switch off as a note only', async () => {
    machine.init('user');
    put('settings.json', { HOLDFAST_DISABLE: '1' });
    const { disk, clock } = machine.context;
    const switches = projectSwitches(disk, claudeCodeInstall.settings, machine.project);
    const items = switchList(disk, context.paths.trust, machine.project, switches);
    recordTrust({ disk, clock }, context.paths.trust, machine.project, items);
    expect(await messages()).toEqual([]);
    const notes = (await examine(context)).filter(({ state }) => state === 'note');
    expect(notes[0]!.message).toContain('You trust that.');
  });

  it('names configuration that a link leads out of the project to', async () => {
    machine.init('user');
    const path = join(machine.project, '.holdfast', 'config.json');
    machine.write(join(machine.folder, 'outside.json'), '{}');
    mkdirSync(join(machine.project, '.holdfast'));
    symlinkSync(join(machine.folder, 'outside.json'), path);
    expect(await messages()).toEqual([expect.stringContaining(`${path} leads out of the project`)]);
  });

  it('knows which settings file is the stronger, and that it beats the environment', async () => {
    machine.init('user');
    put('settings.json', { HOLDFAST_DISABLE: '1' });
    put('settings.local.json', { HOLDFAST_DISABLE: '0' });
    machine.context.place.env = { ...machine.context.place.env, HOLDFAST_DISABLE: '1' };
    expect(await messages()).toEqual([]);
  });

  it('names settings that lead hooks to another place; those a host keeps from a project count not', async () => {
    machine.init('user');
    const project = put('settings.json', { HOLDFAST_HOME: './state', XDG_CONFIG_HOME: '/x' });
    const user = put('user', { XDG_CONFIG_HOME: '/x', HOME: machine.home });
    expect(await messages()).toEqual([
      expect.stringContaining(`${project} sets HOLDFAST_HOME, so hooks look`),
      expect.stringContaining(`${user} sets XDG_CONFIG_HOME, so hooks look`),
    ]);
  });

  it('says that everything is switched off, and plays nothing then', async () => {
    machine.init('user');
    machine.context.place = {
      ...machine.context.place,
      env: { ...machine.context.place.env, HOLDFAST_DISABLE: '1' },
    };
    expect(await messages()).toEqual(['HOLDFAST_DISABLE is set here: no hook does anything.']);
  });

  it('names a deleted hook program [case 26]', async () => {
    machine.init('user');
    removeFolder(context.paths.runtimes);
    const found = await messages();
    expect(found).toContain(`There is none in ${context.paths.runtimes}: no hook can run.`);
    expect(found).toContain('Fired, but nothing arrived in the journal.');
    expect((await messages()).join()).toContain('A hook could not start: no hook bundle in');
  });

  it('names a missing node [case 26]', async () => {
    machine.context.nodePath = '/no/such/node';
    machine.init('user');
    const bin = join(machine.folder, 'bin');
    mkdirSync(bin);
    machine.context.place = {
      ...machine.context.place,
      env: { ...machine.context.place.env, PATH: bin },
    };
    const found = await messages();
    expect(found).toContain('/no/such/node is gone and no node is on PATH: no hook can run.');
    machine.context.searchPath = [bin];
    symlinkSync(process.execPath, join(bin, 'node'));
    expect((await wrong()).filter((finding) => finding.check === 'node')).toEqual([]);
  });

  it('names a launcher of another version, and one that is not executable', async () => {
    machine.init('user');
    machine.context.version = '2.0.0';
    expect(await messages()).toEqual(['The launcher is of version 1.2.3, this program of 2.0.0.']);
    chmodSync(context.paths.launcher, 0o600);
    expect((await messages())[0]).toBe(`${context.paths.launcher} is not executable.`);
  });

  it('names a hook program that is not the one this version installs', async () => {
    machine.init('user');
    writeFileSync(machine.context.bundlePath, `${bundle}// newer`);
    expect(await messages()).toEqual([
      expect.stringMatching(/^Not what this program installs: .*hook\.cjs\.$/),
    ]);
  });

  it('detects a wrapper around sh or node that prints into the answer [case 23]', async () => {
    machine.remove();
    setUp(`console.log('banner from a shim');${bundle}`);
    machine.init('user');
    expect(await messages()).toEqual([
      "Something else prints into the hook's answer, so the client may not understand it: banner from a shim",
    ]);
  });

  it('detects a shell that prints before the guard [case 23]', async () => {
    machine.init('user');
    const run = context.run;
    context.run = (command, how) =>
      run(typeof command === 'string' ? `echo profile; ${command}` : command, how);
    expect(await messages()).toEqual([
      expect.stringContaining('may not understand it: profile'),
      expect.stringContaining('may not understand it: profile'),
    ]);
  });

  it('tells why a hook that fired did not arrive', async () => {
    machine.remove();
    setUp(
      `require('node:fs').appendFileSync(process.env.HOLDFAST_HOME + '/faults.ndjson', '{"time":"2026-01-02T00:00:00Z","host":"h","event":"e","message":"disk full"}\\n')`,
    );
    machine.init('user');
    expect((await messages())[0]).toMatch(/^Fired, but failed: .*disk full/);
    expect((await messages()).join()).toContain('h e: disk full');
  });

  it('looks at the status line: its script is there, ours, whole and executable, and so is its folder', async () => {
    const line = async (): Promise<Finding | undefined> =>
      (await examine(context)).find(({ check }) => check === 'status line');
    machine.init('user');
    expect(await line()).toBeUndefined();
    const request = { scope: 'user', statusLine: true } as const;
    applyInit(machine.context, planInit(machine.context, request));
    const script = machine.context.paths.statusLine;
    const whole = machine.read(script);
    expect(await line()).toMatchObject({ state: 'ok' });
    chmodSync(script, 0o600);
    expect(await line()).toMatchObject({
      state: 'off',
      message: expect.stringContaining('not executable'),
    });
    const told = async (): Promise<[string | undefined, string | undefined]> => {
      const { message, fix } = (await line())!;
      return [message, fix];
    };
    for (const [text, message] of [
      [whole.replace('$input', '$other'), 'is of another version, or was changed'],
      ['#!/bin/sh\necho mine\n', 'was not written by Holdfast'],
    ] as const) {
      writeFileSync(script, text);
      expect(await told()).toEqual([
        expect.stringContaining(message),
        expect.stringContaining('holdfast init --statusline'),
      ]);
    }
    rmSync(script);
    expect((await told())[0]).toContain('is missing');
    writeFileSync(script, whole, { mode: 0o700 });
    chmodSync(script, 0o700);
    const kept = join(machine.state, 'status-line');
    symlinkSync(machine.folder, kept);
    expect((await told())[0]).toContain('is no folder of its own');
    rmSync(kept);
    const without = { scope: 'user', statusLine: false } as const;
    applyInit(machine.context, planInit(machine.context, without));
    expect(await line()).toBeUndefined();
    writeFileSync(script, whole, { mode: 0o700 });
    expect(await line()).toMatchObject({ state: 'note' });
  });

  it('names the faults of the last week until they are cleared', async () => {
    machine.init('user');
    const fault = (time: string, message: string) =>
      JSON.stringify({ time, host: 'h', event: 'e', message });
    const lines = [
      fault('2025-12-01T00:00:00Z', 'old'),
      'torn',
      ...[1, 2, 3, 4].map((n) => fault('2026-01-01T00:00:00Z', `new ${n}`)),
    ];
    writeFileSync(context.paths.faults, `${lines.join('\n')}\n`);
    expect(await messages()).toEqual([2, 3, 4].map((n) => `2026-01-01 00:00 UTC h e: new ${n}`));
    clearFaults(context);
    expect(await messages()).toEqual([]);
  });

  it('names a state folder that others can read, or that is no folder', async () => {
    machine.init('user');
    chmodSync(machine.state, 0o755);
    expect(await messages()).toEqual([`${machine.state} can be read by others.`]);
    removeFolder(machine.state);
    writeFileSync(machine.state, '');
    expect((await messages())[0]).toBe(`${machine.state} is not a folder.`);
  });

  it('notes a brief that comes near its limit [case 5]', async () => {
    machine.init('user');
    const journal = join(context.paths.sessions, 'h', 's', 'journal.ndjson');
    const entry = (length: number) =>
      `{"v":1,"kind":"brief","recovery":"r","via":"x","text":"${'x'.repeat(length)}"}\n`;
    machine.write(journal, entry(9000) + entry(7599));
    expect((await examine(context)).some((finding) => finding.check === 'brief')).toBe(false);
    machine.write(journal, entry(100) + entry(7600));
    expect(await examine(context)).toContainEqual(
      expect.objectContaining({
        check: 'brief',
        state: 'note',
        message: 'The last brief of session s had 7600 of 9500 characters.',
      }),
    );
  });

  it('names settings that are not understood, and a configuration that waits for trust', async () => {
    machine.init('user');
    writeFileSync(context.userConfig, '{"gate":"never"}');
    machine.write(join(machine.project, '.holdfast', 'config.json'), '{}');
    expect(await messages()).toEqual([expect.stringContaining('"gate" is "never"')]);
    expect((await examine(context)).find((finding) => finding.check === 'trust')?.state).toBe(
      'note',
    );
  });
});
