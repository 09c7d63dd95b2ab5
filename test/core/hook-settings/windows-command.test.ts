import { describe, expect, it } from 'vitest';
import { isLauncherCall } from '../../../src/core/hook-settings/own-command.ts';
import {
  anyShellLine,
  callWords,
  cmdLine,
  execCall,
  powershellLine,
  shellLine,
  windowsShellOf,
} from '../../../src/core/hook-settings/windows-command.ts';
import type { HostInstall, LauncherForm } from '../../../src/core/install/host-install.ts';
import { isServerCommand, serverCommand } from '../../../src/core/install/server-command.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { copilotInstall } from '../../../src/hosts/copilot/install.ts';
import { cursorInstall } from '../../../src/hosts/cursor/install.ts';
import { droidInstall } from '../../../src/hosts/droid/install.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';

const plain = 'C:\\Users\\Jörg\\AppData\\Local\\holdfast';
const blank = "C:/Users/O'Neil & Söhne (dev)/AppData/Local/holdfast";

const words = (stateFolder: string) =>
  callWords(
    { form: 'windows', stateFolder },
    { when: 'before', session: 'SID', words: ['a-host'] },
  );

describe('the commands of Windows', () => {
  it('are one line for every shell where the path is one word in all of them', () => {
    expect(anyShellLine(words(plain))).toBe(
      'C:\\\\Users\\\\Jörg\\\\AppData\\\\Local\\\\holdfast\\\\bin\\\\on-event.cmd before SID a-host',
    );
    for (const folder of [
      blank,
      'C:\\a$b',
      'C:\\a%b',
      '\\\\server\\share\\a',
      'C:\\a&b',
      "C:\\a'b",
    ]) {
      expect(anyShellLine(words(folder)), folder).toBeUndefined();
    }
  });

  it('else are of one shell: without quotes for cmd.exe, in single ones for PowerShell', () => {
    const folder = "C:\\Users\\O'Neil & Söhne (dev)\\AppData\\Local\\holdfast\\bin";
    expect(cmdLine(words(blank))).toBe(
      "cd /d C:\\Users\\O'Neil ^& Söhne ^(dev^)\\AppData\\Local\\holdfast\\bin&&on-event.cmd before SID a-host",
    );
    expect(powershellLine(words(blank))).toBe(
      `& '${folder.replace("'", "''")}\\on-event.cmd' before SID a-host`,
    );
    // PowerShell takes these signs for single quotes, too.
    expect(powershellLine(['C:\\O’N\\x.cmd', 'a'])).toBe("& 'C:\\O’’N\\x.cmd' a");
    expect(shellLine(words(blank), 'cmd')).toBe(cmdLine(words(blank)));
    expect(shellLine(words(plain), 'powershell')).toBe(anyShellLine(words(plain)));
  });

  it('are told apart by the shell that they are for', () => {
    expect(windowsShellOf(powershellLine(words(blank)))[0]).toBe('powershell.exe');
    expect(windowsShellOf(cmdLine(words(blank)))[0]).toBe('cmd.exe');
    expect(windowsShellOf(anyShellLine(words(plain))!)[0]).toBe('cmd.exe');
    expect(windowsShellOf('h="$HOME";"$h/bin/hook" x 2>/dev/null;:')[0]).toBe('bash');
  });

  it('are known again as ours, for their host alone, and nothing else is', () => {
    for (const folder of [plain, blank]) {
      const call = words(folder);
      const { command, args } = execCall(call);
      const all = [cmdLine(call), powershellLine(call), [command, ...args].join(' ')];
      for (const line of all) {
        expect(isLauncherCall(line, 'a-host'), line).toBe(true);
        expect(isLauncherCall(line, 'a'), line).toBe(false);
        expect(isLauncherCall(`${line} && other.exe`, 'a-host'), line).toBe(false);
      }
    }
    expect(isLauncherCall('C:\\mine\\on-event.cmd before SID', 'a-host')).toBe(false);
  });

  it('start the MCP server without a shell of Unix', () => {
    const { command, args } = serverCommand('qwen', { form: 'windows', stateFolder: blank });
    expect(command).toBe('cmd.exe');
    expect(args).toEqual([
      '/d',
      '/c',
      'call',
      "C:\\Users\\O'Neil & Söhne (dev)\\AppData\\Local\\holdfast\\bin\\mcp.cmd",
      'qwen',
    ]);
    expect(isServerCommand('qwen', [command, ...args])).toBe(true);
    expect(isServerCommand('codex', [command, ...args])).toBe(false);
  });
});

const hosts: HostInstall[] = [
  claudeCodeInstall,
  codexInstall,
  qwenInstall,
  geminiInstall,
  copilotInstall,
  cursorInstall,
  droidInstall,
];

describe.each(hosts)('$title on Windows', (install) => {
  const path = 'C:/x/settings.json';
  const forms: LauncherForm[] = [plain, blank].flatMap((stateFolder): LauncherForm[] => [
    { form: 'windows', stateFolder },
    { form: 'windows', stateFolder, client: '2.1.332' },
  ]);

  it('has every hook without a shell of Unix, finds them again, and gives the file back', () => {
    for (const launcher of forms) {
      const { text, added } = install.register('', path, launcher);
      expect(added).toBeGreaterThan(0);
      expect(text).not.toMatch(/bin\/hook|\$h|\/dev\/null|LOCALAPPDATA/);
      expect(install.registered(text, path)).toHaveLength(added);
      expect(install.register(text, path, launcher).passes).toEqual([]);
      expect(install.unregister(text, path, ['', 'hooks', 'version']).text.trim()).not.toContain(
        'on-event',
      );
    }
  });

  it('takes the place of what a shell of Unix was told, and the other way round', () => {
    const posix = install.register('', path, { form: 'portable' });
    const windows = install.register(posix.text, path, forms[0]!);
    expect([windows.added, windows.removed]).toEqual([0, 0]);
    expect(windows.updated).toBe(posix.added);
    expect(install.register(windows.text, path, { form: 'portable' }).text).toBe(posix.text);
  });
});

describe('Claude Code on Windows', () => {
  it('starts a program by itself only in versions that are known to', () => {
    const form = { form: 'windows', stateFolder: plain } as const;
    const execs = (client?: string) => {
      const launcher = client === undefined ? form : { ...form, client };
      const { text } = claudeCodeInstall.register('', 'x', launcher);
      return claudeCodeInstall.registered(text, 'x').filter(({ exec }) => exec).length;
    };
    // An older one would start cmd.exe alone, which takes what it is given for commands.
    expect(execs()).toBe(0);
    expect(execs('2.1.331')).toBe(0);
    expect(execs('2.1.332')).toBeGreaterThan(5);
  });
});
