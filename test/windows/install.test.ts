import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newUser, type User } from './kit.ts';

/** Where each client has its settings, and what of them is there before. */
const before: Record<string, string> = {
  '.claude\\settings.json': '{\r\n  "model": "opus",\r\n  "hooks": {}\r\n}\r\n',
  '.claude.json': '{\r\n\t"numStartups": 3\r\n}\r\n',
  '.codex\\hooks.json': '{ "hooks": {} }\r\n',
  '.codex\\config.toml': 'model = "x" # mine\r\n\r\n[features]\r\nhooks = true\r\n',
  '.gemini\\settings.json': '\uFEFF{\r\n  // mine\r\n  "theme": "Größe"\r\n}\r\n',
  '.qwen\\settings.json': '{}',
  '.config\\opencode\\opencode.json': '{\r\n  "$schema": "x"\r\n}',
  '.copilot\\mcp-config.json': '{"mcpServers":{}}\r\n',
  '.cursor\\hooks.json': '{"version":1,"hooks":{}}\r\n',
  '.factory\\settings.json': '{}\r\n',
};

let user: User;
beforeEach(() => {
  // PowerShell, which a path with blanks needs with some clients, is none of what Wine has.
  user = newUser('Jörg');
  for (const [file, text] of Object.entries(before)) user.write(`${user.home}\\${file}`, text);
  user.makeFolder(`${user.home}\\.pi\\agent`);
});
afterEach(() => user.remove());

describe('on Windows', () => {
  it('init, doctor and uninstall of all clients leave every file as it was to the byte', async () => {
    const bytes = () => Object.keys(before).map((file) => user.bytes(`${user.home}\\${file}`));
    const was = bytes();
    const init = await user.holdfast('init', '--yes');
    expect(init).toMatchObject({ code: 0, stderr: '' });
    expect(init.stdout).toContain(
      `Claude Code: 9 hooks added in ${user.home}\\.claude\\settings.json.`,
    );
    expect(init.stdout).not.toContain('which leads to');
    // One form of path in all that is said.
    expect(init.stdout).not.toMatch(/[A-Z]:\\[^\n]*\//);
    expect(bytes()).not.toEqual(was);

    const doctor = await user.holdfast('doctor');
    expect(doctor.stdout.split('\n').filter((line) => line.startsWith('OFF'))).toEqual([]);
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).toContain('MCP server: Started and answered');
    expect(doctor.stdout).toContain('Fired and arrived');
    expect(doctor.stdout).not.toMatch(/[A-Z]:\\[^\n]*\//);

    const again = await user.holdfast('init', '--yes');
    expect(again.stdout).toContain('Nothing to do');

    const uninstall = await user.holdfast('uninstall', '--yes');
    expect(uninstall).toMatchObject({ code: 0, stderr: '' });
    expect(bytes()).toEqual(was);
    expect(user.has(`${user.state}\\bin`)).toBe(false);
    expect(user.has(`${user.home}\\.config\\opencode\\plugin\\holdfast.js`)).toBe(false);
  });

  it('looks for clients in the folder of Windows, and not in that of a shell', async () => {
    user.makeFolder(`${user.env.HOME}\\.claude`);
    const { stdout } = await user.holdfast('init', '--host', 'claude-code', '--yes');
    expect(stdout).toContain(`${user.home}\\.claude\\settings.json`);
    expect(user.has(`${user.env.HOME}\\.claude\\settings.json`)).toBe(false);
  });
});
