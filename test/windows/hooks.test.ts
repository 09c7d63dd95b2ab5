import { afterEach, describe, expect, it } from 'vitest';
import type { WineResult } from '../../harness/wine.ts';
import { handlerOf, newUser, payload, compactedRecord as record, type User } from './kit.ts';

const users: User[] = [];
afterEach(() => {
  for (const user of users.splice(0)) user.remove();
});

const folders: Record<string, string> = {
  'claude-code': '.claude',
  codex: '.codex',
  qwen: '.qwen',
  gemini: '.gemini',
};

/** A user whose clients have our hooks. */
async function installed(name: string, ...hosts: string[]): Promise<User> {
  const user = newUser(name);
  users.push(user);
  // Found by their folders, so that one run is enough.
  for (const host of hosts) user.makeFolder(`${user.home}\\${folders[host]}`);
  expect(await user.holdfast('init', '--yes', '--no-mcp')).toMatchObject({ code: 0, stderr: '' });
  return user;
}

const shell = 'C:\\windows\\system32\\cmd.exe';

/** As clients made with Node start a line in `cmd.exe`, such as Qwen Code. */
function byNode(user: User, line: string, input: string): Promise<WineResult> {
  return user.run({ program: shell, args: ['/d', '/s', '/c', line], input });
}

/** As clients made with Rust do, such as Codex: in quotes where it has blanks, and quotes in it marked by backslashes. */
function byRust(user: User, line: string, input: string): Promise<WineResult> {
  const word = /\s/.test(line) ? `"${line.replaceAll('"', '\\"')}"` : line;
  return user.run({ program: shell, args: ['/C', word], verbatim: true, input });
}

function journal(user: User, host: string): string {
  const file = `${user.state}\\sessions\\${host}\\s1\\journal.ndjson`;
  return user.has(file) ? user.read(file) : '';
}

describe('hooks on Windows', () => {
  it('go by a program without a shell where the client can do that, whatever is in the path', async () => {
    const user = newUser('Jörg O’Neil & (dev!)');
    users.push(user);
    const npm = `${user.home.slice(0, user.home.lastIndexOf('\\'))}\\npm`;
    user.write(`${npm}\\claude.cmd`, '@echo 2.1.332 (Claude Code)\r\n');
    const path = `${npm};C:\\windows\\system32`;
    Object.assign(user.env, { PATH: path });
    user.write(`${user.home}\\.claude\\projects\\p\\s1.jsonl`, record);
    expect(await user.holdfast('init', '--host', 'claude-code', '--yes', '--no-mcp')).toMatchObject(
      {
        code: 0,
        stderr: '',
      },
    );
    const settings = user.read(`${user.home}\\.claude\\settings.json`);
    const fire = (event: string, more: object = {}): Promise<WineResult> => {
      const { command, args } = handlerOf(settings, event);
      expect([command, args?.slice(0, 3)]).toEqual(['cmd.exe', ['/d', '/c', 'call']]);
      const env = { CLAUDE_CODE_SESSION_ID: 's1' };
      return user.run({ program: command!, args: args!, input: payload(user, event, more), env });
    };
    const silent = { code: 0, stdout: '', stderr: '' };

    expect(await fire('SessionStart', { source: 'startup' })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await fire('UserPromptSubmit', { prompt: 'Ändere die Größe.' })).toMatchObject({
      code: 0,
    });
    const call = { tool_name: 'Read', tool_input: { file_path: 'C:\\x' }, tool_use_id: 't' };
    expect(await fire('PreToolUse', call)).toEqual(silent);
    expect(await fire('PreCompact', { trigger: 'auto', custom_instructions: null })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const told = await fire('SessionStart', { source: 'compact' });
    expect(told).toMatchObject({ code: 0, stderr: '' });
    // Other programs may stand between us and the client, with a code page of their own.
    expect(told.stdout).toMatch(/^[\x00-\x7f]+$/);
    const { hookSpecificOutput } = JSON.parse(told.stdout);
    expect(hookSpecificOutput.additionalContext).toContain('gen.txt');
    expect(journal(user, 'claude-code')).toContain('"kind":"brief"');
    expect(await fire('SessionEnd', { reason: 'exit' })).toMatchObject({ code: 0 });
  });

  it('start nothing for a tool call while nothing is open, and one line goes for every shell', async () => {
    const user = await installed('Jörg', 'claude-code', 'qwen', 'gemini');
    const files: [string, string, string][] = [
      ['claude-code', '.claude\\settings.json', 'PreToolUse'],
      ['qwen', '.qwen\\settings.json', 'PreToolUse'],
      ['gemini', '.gemini\\settings.json', 'BeforeTool'],
    ];
    for (const [host, file, event] of files) {
      const settings = user.read(`${user.home}\\${file}`);
      const start = handlerOf(settings, 'SessionStart').command!;
      // No blank, no quote, backslashes that a shell of Unix takes for one each.
      expect(start).toMatch(/^C:(?:\\\\[^\s\\"'$%&]+)+\\\\on-event\.cmd start - [\w-]+$/);
      const quiet = handlerOf(settings, event).command!;
      const input = payload(user, event, { tool_name: 'x', tool_input: {}, tool_use_id: 't' });
      expect(await byNode(user, quiet, input)).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(journal(user, host)).toBe('');
      const begun = payload(user, 'SessionStart', {
        source: 'startup',
        timestamp: '2026-01-01T00:00:00Z',
      });
      expect(await byNode(user, start, begun)).toMatchObject({ code: 0, stderr: '' });
      expect(journal(user, host)).toContain('"kind":"session');
    }
  });

  it('reach Codex through the quotes that it makes, in a path with blanks and brackets', async () => {
    const user = await installed('Jörg O’Neil (dev)', 'codex');
    const settings = user.read(`${user.home}\\.codex\\hooks.json`);
    const line = handlerOf(settings, 'SessionStart').command!;
    expect(line).not.toContain('"');
    const ran = await byRust(user, line, payload(user, 'SessionStart', { source: 'startup' }));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(journal(user, 'codex')).toContain('"kind":"session');
    const quiet = handlerOf(settings, 'PreToolUse').command!;
    const call = payload(user, 'PreToolUse', {
      tool_name: 'Bash',
      tool_input: {},
      tool_use_id: 't',
    });
    expect(await byRust(user, quiet, call)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('stay silent and leave a note where the program is gone, and say so in doctor', async () => {
    const user = await installed('Jörg', 'claude-code');
    const settings = user.read(`${user.home}\\.claude\\settings.json`);
    const runtimes = await user.run({
      program: shell,
      args: ['/c', `rmdir /s /q ${user.state}\\runtime`],
    });
    expect(runtimes.code).toBe(0);
    const line = handlerOf(settings, 'SessionStart').command!;
    const ran = await byNode(user, line, payload(user, 'SessionStart', { source: 'startup' }));
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(user.read(`${user.state}\\notes\\bundle-missing`)).toContain('no hook bundle in C:\\');
    const doctor = await user.holdfast('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('A hook could not start: no hook bundle');
  });

  it('are silent when everything is switched off', async () => {
    const user = await installed('Jörg', 'qwen');
    Object.assign(user.env, { HOLDFAST_DISABLE: '1' });
    const settings = user.read(`${user.home}\\.qwen\\settings.json`);
    const line = handlerOf(settings, 'UserPromptSubmit').command!;
    const ran = await byNode(user, line, payload(user, 'UserPromptSubmit', { prompt: 'x' }));
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(journal(user, 'qwen')).toBe('');
  });
});
