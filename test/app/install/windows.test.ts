import { win32 } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formIn, planInit } from '../../../src/app/install/init.ts';
import { withNativePaths } from '../../../src/app/install/native-paths.ts';
import {
  windowsCallScript,
  windowsLauncherScript,
  windowsServerScript,
} from '../../../src/app/install/windows-launchers.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine('// nothing', { windows: true });
});
afterEach(() => machine.remove());

describe('what init makes on Windows', () => {
  it('is in place right after it, whatever permission bits files have there', () => {
    const { context } = machine;
    context.disk = { ...context.disk, modeOf: () => 0o666 };
    machine.init('user');
    for (const name of ['hook', 'hook.cmd', 'on-event.cmd', 'mcp', 'mcp.cmd']) {
      expect(machine.exists(`${context.paths.home}/bin/${name}`), name).toBe(true);
    }
    expect(machine.init('user')[0]!.target.change.passes).toEqual([]);
  });

  it('names the state folder in a user’s own file, and none in one that others share', () => {
    const { context } = machine;
    const form = (scope: 'user' | 'project') =>
      formIn(context, claudeCodeInstall, scope, { text: '', file: 'x' }).form;
    expect([form('user'), form('project')]).toEqual(['windows', 'portable']);
  });

  it('goes again with uninstall', () => {
    machine.write(machine.user, '{\r\n  "model": "x"\r\n}\r\n');
    machine.init('user');
    expect(machine.read(machine.user)).toContain('on-event.cmd');
    machine.uninstall('user');
    expect(machine.read(machine.user)).toBe('{\r\n  "model": "x"\r\n}\r\n');
    expect(machine.exists(`${machine.state}/bin`)).toBe(false);
  });
});

describe('a shell under Windows that is not Windows', () => {
  it('gets a state folder by its path where it was given the variables of Windows', () => {
    machine.context.windows = false;
    machine.context.place.env = { LOCALAPPDATA: 'C:\\Users\\x\\AppData\\Local' };
    const { form } = formIn(machine.context, claudeCodeInstall, 'user', { text: '', file: 'x' });
    expect(form).toBe('fixed');
  });
});

describe('what a person is told of the system', () => {
  it('is that a shared file needs Git Bash, and that WSL is another place than Windows', () => {
    const { context } = machine;
    const notices = (scope: 'user' | 'project') =>
      planInit(context, { host: 'claude-code', scope }).notices.join();
    expect(notices('user')).toBe('');
    expect(notices('project')).toContain('need Git Bash');
    context.windows = false;
    expect(notices('project')).toBe('');
    context.place.env = { WSL_DISTRO_NAME: 'Debian' };
    expect(notices('user')).toContain('in a window of Windows');
  });
});

describe('the scripts of Windows', () => {
  const env = { USERPROFILE: 'C:\\Users\\Jörg', LOCALAPPDATA: 'C:\\Users\\Jörg\\AppData\\Local' };
  const node = 'C:\\Users\\Jörg\\AppData\\Local\\nvm\\node.exe';

  it('are ASCII, since cmd.exe reads them in the code page of the machine', () => {
    const scripts = [
      windowsLauncherScript('1.2.3', node, env),
      windowsLauncherScript('1.2.3', 'D:\\Größe\\node.exe', env),
      windowsServerScript('1.2.3', node, 'D:/Größe/dist/cli.js', 'small', env),
      windowsCallScript('1.2.3'),
    ];
    for (const text of scripts) {
      expect(text).toMatch(/^[\x20-\x7e\r\n]+$/);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
    expect(scripts[0]).toContain('set "NODE=%LOCALAPPDATA%\\nvm\\node.exe"');
    expect(scripts[1]).toContain('set "NODE=node.exe"');
    expect(scripts[2]).not.toContain('cli.js');
  });

  it('keep a sign of cmd.exe in a path as it is', () => {
    expect(windowsLauncherScript('1.2.3', 'C:\\100%\\node.exe')).toContain(
      'set "NODE=C:\\100%%\\node.exe"',
    );
  });

  it('show all tools of the server where that was asked for', () => {
    const of = (tools: 'small' | 'full') =>
      windowsServerScript('1.2.3', node, 'C:/x/cli.js', tools);
    expect(of('small')).not.toContain('--tools');
    expect(of('full')).toContain('mcp --host %1 --tools full');
  });
});

describe('paths of a host', () => {
  it('are of one form, as the system writes them', () => {
    const place = { env: {}, home: 'C:\\Users\\x', project: 'D:\\a b' };
    for (const install of [claudeCodeInstall, codexInstall]) {
      const native = withNativePaths(install, win32.normalize);
      const all = [
        native.folder(place),
        native.settingsFile('user', place),
        native.settingsFile('project', place),
        ...native.settingsFiles(place, () => []),
        native.server!.file('user', place)!,
        ...(native.trust ? [native.trust.keptIn(place)] : []),
        ...(native.summaryPrompt ? [native.summaryPrompt.keptIn(place)] : []),
        ...(native.programPlaces?.(place) ?? []),
      ];
      expect(all.filter((path) => path.includes('/') && !path.startsWith('/'))).toEqual([]);
    }
    const managed = 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
    expect(claudeCodeInstall.hooksOff('{"allowManagedHooksOnly":true}', managed)).toBe(
      'allowManagedHooksOnly',
    );
  });
});
