import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const foreign = '\uFEFF{\r\n\t"model": "x",\r\n\t"hooks": {\r\n\t\t"Stop": [ ]\r\n\t}\r\n}';

/** Puts a member in front, as another tool would. */
function edit(path: string): void {
  machine.write(path, machine.read(path).replace('{', '{ "other": true,'));
}

describe('uninstall', () => {
  it.each([foreign, '', '\uFEFF', '{}', '{ }\n', '{"hooks":{}}', '\n\n'])(
    'gives %j back byte for byte [R43]',
    (text) => {
      machine.write(machine.user, text);
      machine.init();
      expect(machine.read(machine.user)).toContain('/bin/hook');
      const plan = machine.uninstall();
      expect(plan.targets[0]?.after.asBefore).toBe(true);
      expect(machine.read(machine.user)).toBe(text);
    },
  );

  it('removes a file and folders that init had made, and nothing that was there', () => {
    machine.init('project');
    machine.uninstall();
    expect(readdirSync(machine.project)).toEqual([]);
    machine.write(join(machine.project, '.claude', 'commands', 'x.md'), '');
    machine.init('project');
    machine.uninstall();
    expect(readdirSync(join(machine.project, '.claude'))).toEqual(['commands']);
  });

  it('keeps what another tool wrote in between, and backs that up', () => {
    machine.write(machine.user, foreign);
    machine.init();
    edit(machine.user);
    const plan = machine.uninstall();
    expect(plan.targets[0]?.after.asBefore).toBe(false);
    expect(machine.read(machine.user)).toBe(
      foreign.replace('{', '{ "other": true,').replace('[ ]', '[]'),
    );
    expect(readdirSync(machine.context.paths.backups)).toHaveLength(2);
  });

  const unusable: [string, () => void][] = [
    ['does not parse', () => machine.write(machine.shared, '{ // no')],
    ['has another shape', () => machine.write(machine.shared, '{"hooks": 1}')],
    ['is a device', () => link('/dev/zero')],
    ['is a pipe', () => execFileSync('mkfifo', [folderOf(machine.shared)])],
    ['is a folder', () => mkdirSync(machine.shared, { recursive: true })],
    ['is no text', () => writeFileSync(folderOf(machine.shared), '\xff', 'latin1')],
    ['has 30 MB', () => machine.write(machine.shared, `{"a":"${'x'.repeat(30e6)}"}`)],
  ];
  const folderOf = (path: string): string => {
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  const link = (to: string): void => symlinkSync(to, folderOf(machine.shared));

  const stray: [string, () => void] = ['is a link to the person’s own', () => link(machine.user)];

  it.each([...unusable, stray])(
    'passes over a project file that %s, and cleans the rest',
    (_, make) => {
      machine.write(machine.user, foreign);
      machine.init('user');
      make();
      const plan = machine.uninstall();
      expect(machine.read(machine.user)).toBe(foreign);
      expect(plan.passedOver).toMatchObject([{ file: machine.shared, matters: false }]);
      expect(machine.exists(machine.context.paths.launcher)).toBe(false);
    },
  );

  it.each(unusable)('says that it could not clean a file of its own that %s', (_, make) => {
    machine.init('user');
    machine.init('project');
    rmSync(machine.shared);
    make();
    const plan = machine.uninstall();
    expect(machine.exists(machine.user)).toBe(false);
    expect(plan.passedOver).toMatchObject([{ file: machine.shared, matters: true }]);
    // A hook may still point to it, and the record is needed once the file is fixed.
    expect(machine.exists(machine.context.paths.launcher)).toBe(true);
    expect(planUninstall(machine.context, {}).left).toHaveLength(1);
  });

  it('goes on when a file cannot be written', () => {
    machine.init('user');
    machine.init('project');
    edit(machine.user);
    chmodSync(machine.user, 0o400);
    const done = applyUninstall(machine.context, planUninstall(machine.context, {}));
    expect(done).toMatchObject({ failed: [{ file: machine.user }], removedRuntime: false });
    expect(machine.exists(machine.shared)).toBe(false);
    chmodSync(machine.user, 0o600);
    expect(applyUninstall(machine.context, planUninstall(machine.context, {}))).toMatchObject({
      failed: [],
      removedRuntime: true,
    });
  });

  it('keeps the handler that another tool put into our group', () => {
    machine.init();
    const value = JSON.parse(machine.read(machine.user));
    value.hooks.Stop[0].hooks.push({ type: 'command', command: 'theirs' });
    machine.write(machine.user, JSON.stringify(value, null, 4));
    machine.uninstall();
    expect(JSON.parse(machine.read(machine.user))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'theirs' }] }] },
    });
  });

  it('empties a file that was empty even when another tool wrote it anew', () => {
    machine.write(machine.user, '');
    machine.init();
    machine.write(machine.user, JSON.stringify(JSON.parse(machine.read(machine.user))));
    machine.uninstall();
    expect(machine.read(machine.user)).toBe('');
  });

  it('undoes several inits, with another tool at work between them', () => {
    machine.write(machine.user, foreign);
    for (let cycle = 0; cycle < 3; cycle += 1) {
      machine.init();
      machine.uninstall();
      expect(machine.read(machine.user)).toBe(foreign);
    }
    machine.init();
    machine.context.version = '2.0.0';
    const old = machine.read(machine.user).replaceAll('"timeout": 15', '"timeout": 14');
    machine.write(machine.user, old);
    machine.init();
    machine.uninstall();
    expect(JSON.parse(machine.read(machine.user).slice(1))).toEqual({
      model: 'x',
      hooks: { Stop: [] },
    });
  });

  it('two scopes: one goes, the launcher stays; the other goes, so does the launcher', () => {
    machine.write(machine.user, '{}');
    machine.write(machine.shared, '{}');
    machine.init('user');
    machine.init('project');
    const plan = machine.uninstall('project');
    expect(plan.left.map(({ scope, part }) => [scope, part])).toEqual([
      ['user', 'hooks'],
      ['user', 'server'],
    ]);
    expect(machine.read(machine.shared)).toBe('{}');
    expect(machine.exists(machine.context.paths.launcher)).toBe(true);
    machine.uninstall('user');
    expect(machine.read(machine.user)).toBe('{}');
    expect(machine.exists(machine.context.paths.launcher)).toBe(false);
  });

  it('another project that still has its hooks keeps the launcher; one that lost them does not', () => {
    machine.init('project');
    const first = machine.context.place;
    machine.context.place = { ...first, project: join(machine.folder, 'second') };
    machine.init('project');
    expect(machine.uninstall().left.map(({ part }) => part)).toEqual(['hooks', 'server']);
    expect(machine.exists(machine.context.paths.launcher)).toBe(true);
    machine.init('project');
    machine.write(machine.shared, '{}');
    machine.write(join(first.project, '.mcp.json'), '{}');
    expect(machine.uninstall().left).toEqual([]);
    expect(machine.exists(machine.context.paths.launcher)).toBe(false);
  });

  it('takes a committed registration out without a record of its own, and tidies up', () => {
    machine.init('project');
    const text = machine.read(machine.shared);
    machine.uninstall();
    machine.write(machine.shared, text);
    machine.uninstall('project');
    expect(JSON.parse(machine.read(machine.shared))).toEqual({});
  });

  it('works by structure when the record is damaged', () => {
    machine.write(machine.user, '{"a": 1}');
    machine.init();
    machine.write(machine.context.paths.installs, '{"version":1,"installs":[{');
    machine.uninstall();
    expect(JSON.parse(machine.read(machine.user))).toEqual({ a: 1 });
  });

  it('works by structure when the record was altered', () => {
    machine.write(machine.user, '{"a": 1}');
    machine.init();
    const { installs } = machine.context.paths;
    machine.write(installs, machine.read(installs).replaceAll('timeout', '[forgotten]'));
    machine.uninstall();
    expect(JSON.parse(machine.read(machine.user))).toEqual({ a: 1 });
  });

  it('never claims the bytes of before when they are not those that were recorded', () => {
    machine.write(machine.user, '{"hooks": { }}');
    machine.init();
    const { installs } = machine.context.paths;
    machine.write(installs, machine.read(installs).replace(/"before": "\w+"/, '"before": "other"'));
    expect(machine.uninstall().targets[0]?.after.asBefore).toBe(false);
    expect(JSON.parse(machine.read(machine.user))).toEqual({ hooks: {} });
  });

  it('works on the last of several members of one name, the one that the host takes', () => {
    const text = '{"hooks": {"Stop": []}, "hooks": {"Start": []}}';
    machine.write(machine.user, text);
    machine.init();
    expect(Object.keys(JSON.parse(machine.read(machine.user)).hooks)).toHaveLength(10);
    machine.uninstall();
    expect(machine.read(machine.user)).toBe(text);
  });

  it('the home folder is no project, and its one file is handled once [case 25]', () => {
    machine.context.place = { ...machine.context.place, project: machine.home };
    expect(() => machine.init('project')).toThrow(/is your home folder, not a project/);
    machine.init('user');
    const files = machine.uninstall().targets.map(({ file }) => file);
    expect(files).toEqual([machine.user, join(machine.home, '.claude.json')]);
    expect(machine.exists(machine.user)).toBe(false);
  });

  it('state of sessions stays', () => {
    machine.init();
    machine.write(join(machine.state, 'sessions', 'h', 's', 'journal.ndjson'), 'x');
    machine.uninstall();
    expect(readdirSync(machine.state).sort()).toEqual(['.gitignore', 'sessions']);
  });

  it('an empty state folder goes too', () => {
    machine.init();
    machine.uninstall();
    expect(machine.exists(machine.state)).toBe(false);
  });

  it('a settings file that is gone, or that cannot be read any more, is said', () => {
    machine.init();
    machine.context.disk.remove(machine.user);
    expect(planUninstall(machine.context, {}).targets[0]?.exists).toBe(false);
    machine.uninstall();
    machine.init();
    machine.write(machine.user, '{ // mine\n}');
    expect(machine.uninstall().passedOver).toMatchObject([
      { why: expect.stringMatching(/line 1: it has a comment/), matters: true },
    ]);
    expect(machine.read(machine.user)).toBe('{ // mine\n}');
  });
});
