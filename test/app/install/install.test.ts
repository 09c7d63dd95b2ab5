import { chmodSync, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planInit } from '../../../src/app/install/init.ts';
import { planUninstall } from '../../../src/app/install/uninstall.ts';
import { Fault } from '../../../src/core/errors.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const foreign =
  '{\r\n\t"model": "x",\r\n\t"hooks": {\r\n\t\t"Stop": [{"hooks": [{"type": "command", "command": "other"}]}]\r\n\t}\r\n}\r\n';
const mode = (path: string) => statSync(path).mode & 0o777;

describe('init', () => {
  it('backs the file up, keeps its mode, and says where the copy is [R43] [case 16]', () => {
    machine.write(machine.user, foreign);
    chmodSync(machine.user, 0o640);
    const [done] = machine.init();
    expect(machine.read(done!.backup!)).toBe(foreign);
    expect(done!.backup).toContain('20260102T030405Z-claude-code-user-settings.json');
    expect([mode(done!.backup!), mode(machine.user)]).toEqual([0o600, 0o640]);
  });

  it('a second init changes nothing and makes no further copy', () => {
    machine.write(machine.user, foreign);
    machine.init();
    const after = machine.read(machine.user);
    expect(planInit(machine.context, { host: 'claude-code' }).done).toBe(true);
    machine.init();
    expect(machine.read(machine.user)).toBe(after);
    expect(readdirSync(machine.context.paths.backups)).toHaveLength(1);
  });

  it('state is for the owner only [case 34]', () => {
    machine.write(machine.user, foreign);
    machine.init();
    const { paths } = machine.context;
    expect([machine.state, paths.backups, paths.runtimes].map(mode)).toEqual([0o700, 0o700, 0o700]);
    expect([paths.installs, join(paths.runtimes, '1.2.3', 'hook.cjs')].map(mode)).toEqual([
      0o600, 0o600,
    ]);
    expect(mode(paths.launcher)).toBe(0o700);
  });

  it.each([
    ['{ "a": 1, // why\n}', /line 1: it has a comment/],
    ['{\n  "a": 1,\n}', /line 2: it has a trailing comma/],
    ['["a"]', /line 1: the top level is not an object/],
    ['{"a": 1', /line 1: it ends too early/],
    ['{"hooks": ["x"]}', /hooks has an unknown structure/],
    ['{"hooks": {"Stop": {}}}', /hooks\.Stop has an unknown structure/],
    ['{"hooks": {"Stop": [{"command": "x"}]}}', /hooks\.Stop has an unknown structure/],
  ])('refuses %j and touches nothing [case 16]', (text, message) => {
    machine.write(machine.user, text);
    expect(() => machine.init()).toThrow(message);
    expect(machine.read(machine.user)).toBe(text);
    expect(machine.exists(machine.state)).toBe(false);
  });

  it('says how to set up the other clients where the settings of one cannot be used', () => {
    const { context } = machine;
    context.hosts = [claudeCodeInstall, codexInstall];
    machine.write(machine.user, '{ "a": 1, // why\n}');
    machine.write(join(machine.home, '.codex', 'config.toml'), 'model = "x"\n');
    const hintOf = (host?: string): string | undefined => {
      try {
        planInit(context, host === undefined ? {} : { host });
        return '';
      } catch (error) {
        return error instanceof Fault ? error.hint : String(error);
      }
    };
    expect(hintOf()).toContain('holdfast init --host codex');
    expect(hintOf('claude-code')).not.toContain('--host');
    expect(hintOf('codex')).toBe('');
  });

  it('refuses a read-only file and touches nothing [case 16]', () => {
    machine.write(machine.user, foreign);
    chmodSync(machine.user, 0o444);
    expect(() => machine.init()).toThrow(
      /settings\.json cannot be written: it is marked read-only/,
    );
    expect(machine.exists(machine.state)).toBe(false);
  });

  it('refuses a file that is not UTF-8', () => {
    machine.write(machine.user, '');
    machine.context.disk.write(machine.user, new Uint8Array([0x7b, 0xff, 0x7d]));
    expect(() => machine.init()).toThrow(/it is not UTF-8 text/);
  });

  it('keeps a symbolic link and replaces what it points to [case 16]', () => {
    machine.write(join(machine.folder, 'dotfiles', 'claude.json'), foreign);
    machine.write(join(machine.home, '.claude', 'x'), '');
    symlinkSync(join(machine.folder, 'dotfiles', 'claude.json'), machine.user);
    machine.init();
    expect(lstatSync(machine.user).isSymbolicLink()).toBe(true);
    expect(machine.read(join(machine.folder, 'dotfiles', 'claude.json'))).toContain('/bin/hook');
    machine.uninstall();
    expect(lstatSync(machine.user).isSymbolicLink()).toBe(true);
    expect(machine.read(machine.user)).toBe(foreign);
  });

  it('finds no host on an empty machine, and installs for one that is named all the same', () => {
    expect(() => planInit(machine.context, {})).toThrow(/No client was found/);
    expect(() => planInit(machine.context, { host: 'nope' })).toThrow(/no client named "nope"/);
    expect(() => planUninstall(machine.context, { host: 'nope' })).toThrow(
      /no client named "nope"/,
    );
    expect(planInit(machine.context, { host: 'claude-code' }).targets[0]?.found).toBe(false);
  });

  it('finds a host by its folder or by its program', () => {
    machine.write(join(machine.home, '.claude', 'x'), '');
    expect(planInit(machine.context, {}).targets[0]?.found).toBe(true);
    const bin = join(machine.folder, 'bin');
    machine.write(join(bin, 'claude'), '');
    const place = { ...machine.context.place, home: join(machine.folder, 'other') };
    const context = { ...machine.context, place, searchPath: [bin] };
    expect(planInit(context, {}).targets[0]?.found).toBe(true);
  });

  it('takes the configuration folder from CLAUDE_CONFIG_DIR', () => {
    const folder = join(machine.folder, 'elsewhere');
    machine.context.place = { ...machine.context.place, env: { CLAUDE_CONFIG_DIR: folder } };
    machine.init();
    expect(machine.exists(join(folder, 'settings.json'))).toBe(true);
  });

  it('says what to do when the hook program was not built', () => {
    machine.context.bundlePath = join(machine.folder, 'gone.cjs');
    expect(() => machine.init()).toThrow(/hook program is missing/);
  });

  it('brings entries of an older version up to date where they stand', () => {
    machine.init();
    const fresh = machine.read(machine.user);
    const old = fresh
      .replaceAll(' claude-code 2>/dev/null;:', ' claude-code;:')
      .replace('"timeout": 30', '"timeout": 5');
    machine.write(machine.user, old);
    const [done] = machine.init();
    expect(done!.target.change).toMatchObject({ added: 0, updated: 9, removed: 0 });
    expect(machine.read(machine.user)).toBe(fresh);
  });

  it('a newer version replaces launcher and bundle', () => {
    machine.init();
    machine.context.version = '1.3.0';
    expect(planInit(machine.context, { host: 'claude-code' }).done).toBe(false);
    machine.init();
    expect(machine.read(machine.context.paths.launcher)).toContain('Holdfast 1.3.0');
    expect(machine.exists(join(machine.context.paths.runtimes, '1.3.0', 'hook.cjs'))).toBe(true);
  });

  it('registers no hook that asks a model [case 76]', () => {
    machine.init();
    const { hooks } = JSON.parse(machine.read(machine.user)) as {
      hooks: Record<string, { hooks: { type: string; timeout: number }[] }[]>;
    };
    const all = Object.values(hooks)
      .flat()
      .flatMap((group) => group.hooks);
    expect(new Set(all.map((handler) => handler.type))).toEqual(new Set(['command']));
    // Seconds, as this host has it; a slip into milliseconds would be far above [case 11].
    for (const handler of all) expect(handler.timeout).toBeLessThanOrEqual(30);
  });
});
