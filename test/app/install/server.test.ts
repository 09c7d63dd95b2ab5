import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import type { HostInstall } from '../../../src/core/install/host-install.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { copilotInstall } from '../../../src/hosts/copilot/install.ts';
import { cursorInstall } from '../../../src/hosts/cursor/install.ts';
import { droidInstall } from '../../../src/hosts/droid/install.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';
import { openCodeInstall } from '../../../src/hosts/opencode/install.ts';
import { piInstall } from '../../../src/hosts/pi/install.ts';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const files: [HostInstall, string, string | undefined][] = [
  [claudeCodeInstall, '.claude.json', '.mcp.json'],
  [codexInstall, '.codex/config.toml', '.codex/config.toml'],
  [openCodeInstall, '.config/opencode/opencode.json', 'opencode.json'],
  [qwenInstall, '.qwen/settings.json', '.qwen/settings.json'],
  [geminiInstall, '.gemini/settings.json', '.gemini/settings.json'],
  [copilotInstall, '.copilot/mcp-config.json', undefined],
  [cursorInstall, '.cursor/mcp.json', '.cursor/mcp.json'],
  [droidInstall, '.factory/mcp.json', '.factory/mcp.json'],
  [piInstall, '.pi/agent/mcp.json', '.pi/mcp.json'],
];

const begun = (file: string) => (file.endsWith('.toml') ? '# mine\n' : '{ "mine": [1,  2] }\n');

describe('init and the MCP server', () => {
  it.each(
    files.flatMap(([install, user, project]) => [
      { name: install.host, install, scope: 'user' as const, file: user },
      { name: install.host, install, scope: 'project' as const, file: project },
    ]),
  )('$name, scope $scope: is in $file, and uninstall leaves that byte-identical', (each) => {
    const { install, scope, file } = each;
    const { context } = machine;
    context.hosts = [{ ...install, bundle: undefined }];
    const path = join(scope === 'user' ? machine.home : machine.project, file || 'none');
    if (file) machine.write(path, begun(path));
    const wish = { host: install.host, scope };
    const done = applyInit(context, planInit(context, wish));
    const put = done.filter(({ target }) => target.change.server === 'added');
    expect(put.map(({ target }) => target.file)).toEqual(file ? [path] : []);
    expect(machine.exists(context.paths.serverLauncher)).toBe(Boolean(file));
    expect(planInit(context, wish).done).toBe(true);
    applyUninstall(context, planUninstall(context, {}));
    if (file) expect(machine.read(path)).toBe(begun(path));
    expect(machine.exists(context.paths.serverLauncher)).toBe(false);
  });

  it('shows the tools that the person chose, also after another init', () => {
    const { context } = machine;
    const init = (mcp?: 'small' | 'full') => {
      const plan = planInit(context, { host: 'claude-code', mcp });
      applyInit(context, plan);
      return plan.done;
    };
    const showsAll = () => machine.read(context.paths.serverLauncher).includes('--tools full');
    init();
    expect(showsAll()).toBe(false);
    init('full');
    expect(showsAll()).toBe(true);
    expect([init(), showsAll()]).toEqual([true, true]);
    init('small');
    expect(showsAll()).toBe(false);
  });

  it('is not put anywhere with mcp: false, and an entry of another is told of and stays', () => {
    const { context } = machine;
    const own = join(machine.home, '.claude.json');
    applyInit(context, planInit(context, { host: 'claude-code', mcp: false }));
    expect([machine.exists(own), machine.exists(context.paths.serverLauncher)]).toEqual([
      false,
      false,
    ]);
    const others = '{"mcpServers":{"holdfast":{"command":"holdfast","args":["mcp"]}}}';
    machine.write(own, others);
    const plan = planInit(context, { host: 'claude-code' });
    expect(plan.notices).toEqual([expect.stringContaining('init did not put there')]);
    applyInit(context, plan);
    expect(planInit(context, { host: 'claude-code' }).done).toBe(true);
    applyUninstall(context, planUninstall(context, {}));
    expect(machine.read(own)).toBe(others);
  });

  it('a file of servers that cannot be used keeps no hook from being registered', () => {
    const own = join(machine.home, '.claude.json');
    machine.write(own, '{"a": ');
    const plan = planInit(machine.context, { host: 'claude-code' });
    expect(plan.notices).toEqual([
      expect.stringMatching(/not told of the MCP server.*\.claude\.json cannot be used: line 1/),
    ]);
    applyInit(machine.context, plan);
    expect(machine.read(own)).toBe('{"a": ');
    expect(machine.read(machine.user)).toContain('/bin/hook');
  });

  it('a file that the client rewrote since is cleaned by structure, and one made for it is private', () => {
    const own = join(machine.home, '.claude.json');
    machine.init('user');
    expect(statSync(own).mode & 0o777).toBe(0o600);
    const rewritten = { numStartups: 3, ...JSON.parse(machine.read(own)), userID: 'x' };
    machine.write(own, JSON.stringify(rewritten, null, 2));
    machine.uninstall();
    expect(JSON.parse(machine.read(own))).toEqual({ numStartups: 3, userID: 'x' });
  });

  it.each(['user', 'project'] as const)(
    'what scope %s registers starts the server, the copy where the package is gone, and is silent where all is',
    (scope) => {
      machine.context.paths = { ...machine.context.paths };
      machine.init(scope);
      const path = join(
        scope === 'user' ? machine.home : machine.project,
        scope === 'user' ? '.claude.json' : '.mcp.json',
      );
      const { command, args } = JSON.parse(machine.read(path)).mcpServers.holdfast;
      const start = (env: Record<string, string> = {}) =>
        execFileSync(command, args, {
          env: { PATH: '/usr/bin:/bin', HOME: machine.home, HOLDFAST_HOME: machine.state, ...env },
          encoding: 'utf8',
        });
      expect(start()).toContain('"serverInfo"');
      expect(start({ HOLDFAST_DISABLE: '1' }) + start({ HOLDFAST_NESTED: '1' })).toBe('');
      expect(start({ HOLDFAST_DISABLE: '0' })).toContain('"serverInfo"');
      machine.write(join(machine.folder, 'cli.js'), 'console.log(process.argv.slice(2).join(" "))');
      expect(start()).toBe('mcp --host claude-code\n');
      rmSync(join(machine.folder, 'cli.js'));
      removeFolder(join(machine.state, 'runtime'));
      expect(start()).toBe('');
      if (scope === 'user') return;
      removeFolder(machine.state);
      expect(start()).toBe('');
    },
  );
});

describe('events over MCP', () => {
  const types = () => {
    const { hooks } = JSON.parse(machine.read(machine.user));
    const handlers = Object.values(hooks as Record<string, { hooks: { type: string }[] }[]>);
    return handlers.flatMap((groups) =>
      groups.flatMap((group) => group.hooks.map(({ type }) => type)),
    );
  };
  const init = (transport?: 'command' | 'mcp') => {
    const wish = { host: 'claude-code', ...(transport ? { transport } : {}) };
    const plan = planInit(machine.context, wish);
    applyInit(machine.context, plan);
    return plan;
  };

  it('are registered on demand, stay so, and are commands again on demand; uninstall is byte-exact', () => {
    machine.write(machine.user, '{"a": 1}');
    init('mcp');
    expect(types().filter((type) => type === 'command')).toHaveLength(2);
    expect(types().filter((type) => type === 'mcp_tool')).toHaveLength(9);
    expect(init().done).toBe(true);
    init('command');
    expect(new Set(types())).toEqual(new Set(['command']));
    init('mcp');
    machine.uninstall();
    expect(machine.read(machine.user)).toBe('{"a": 1}');
  });

  it.each([
    ['is another’s', '{"mcpServers":{"holdfast":{"command":"mine"}}}'],
    ['cannot be put', '{"a": '],
  ])(
    'do not come where the server of our name %s: the hooks are commands, and it is said',
    (_, servers) => {
      const path = join(machine.home, '.claude.json');
      machine.write(path, servers);
      const { notices } = init('mcp');
      expect(new Set(types())).toEqual(new Set(['command']));
      expect(notices.join(' ')).toContain('its hooks are commands');
      expect(init('mcp').targets.every(({ change }) => change.passes.length === 0)).toBe(true);
      machine.write(path, '{}');
      init('mcp');
      expect(types()).toContain('mcp_tool');
      machine.write(path, servers);
      init();
      expect(new Set(types())).toEqual(new Set(['command']));
      expect(machine.read(path)).toBe(servers);
    },
  );

  it('are not for a project, not without the server, and told of where a host cannot have them', () => {
    const { context } = machine;
    const wish = { host: 'claude-code', transport: 'mcp' as const };
    expect(() => planInit(context, { ...wish, scope: 'project' })).toThrow(/hooks are commands/);
    expect(() => planInit(context, { ...wish, mcp: false })).toThrow(/need the MCP server/);
    context.hosts = [geminiInstall];
    expect(planInit(context, { ...wish, host: 'gemini' }).notices).toEqual([
      expect.stringContaining('--transport mcp is not for it'),
    ]);
  });
});
