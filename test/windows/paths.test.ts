import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { livesUnderWine, runUnderWine, startUnderWine } from '../../harness/wine.ts';
import { newUser, type User, wine } from './kit.ts';
import { installedProgram } from './setup.ts';
import { bundled } from './unit.ts';

const users: User[] = [];
afterEach(() => {
  for (const user of users.splice(0)) user.remove();
});

function made(name?: string, over: { state?: string } = {}): User {
  const user = newUser(name, over);
  users.push(user);
  return user;
}

const ok = { code: 0, stderr: '' };

/** Runs the command line in a folder. */
function inFolder(user: User, cwd: string, ...args: string[]) {
  return user.run({ program: wine().node, args: [`${installedProgram}\\cli.js`, ...args], cwd });
}

describe('paths on Windows', () => {
  it('may be longer than 260 characters', async () => {
    const user = made();
    const deep = `${user.project}\\${'langer Ordner '.repeat(3)}x`.repeat(1);
    const folder = `${deep}\\${Array.from({ length: 6 }, (_, at) => `Unterordner ${at} ${'y'.repeat(30)}`).join('\\')}`;
    expect(folder.length).toBeGreaterThan(260);
    user.makeFolder(`${folder}\\.git`);
    // No program can be started in such a folder there, so that the place is given.
    const state = `${folder}\\state`;
    Object.assign(user.env, { HOLDFAST_HOME: state });
    user.makeFolder(`${user.home}\\.qwen`);
    expect(await user.holdfast('init', '--host', 'qwen', '--yes', '--no-mcp')).toMatchObject(ok);
    expect(user.has(`${state}\\bin\\call.cmd`)).toBe(true);
    expect(await user.holdfast('uninstall', '--yes')).toMatchObject(ok);
    expect(user.has(`${state}\\bin`)).toBe(false);
  });

  it('may lead through a junction, and a project is known by either', async () => {
    const user = made('Jörg');
    const real = `${user.home}\\real`;
    user.makeFolder(`${real}\\.git`);
    const link = `${user.home}\\link`;
    const script = `require('node:fs').symlinkSync(${JSON.stringify(real)}, ${JSON.stringify(link)}, 'junction')`;
    expect(await user.run({ program: wine().node, args: ['-e', script] })).toMatchObject({
      code: 0,
    });
    expect(await inFolder(user, link, 'ticket', 'new', 'A', '--id', 'a')).toMatchObject(ok);
    expect((await inFolder(user, real, 'ticket', 'list')).stdout).toContain('a  A');
  });

  it('have names that Windows keeps for itself in no file of ours', async () => {
    const user = made('Jörg');
    user.makeFolder(`${user.project}\\.git`);
    for (const id of ['con', 'aux', 'nul', 'com1']) {
      const ran = await user.holdfast('ticket', 'new', `About ${id}`, '--id', id);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toContain('Windows');
    }
    expect(await user.holdfast('ticket', 'new', 'Con', '--id', 'con-1')).toMatchObject(ok);
  });

  it('may begin with a share or with a drive other than C', async () => {
    const user = made('Jörg', { state: 'Z:\\tmp' });
    const share = `\\\\?\\${user.project}`;
    user.makeFolder(`${user.project}\\.git`);
    Object.assign(user.env, { HOLDFAST_HOME: `${share}\\state` });
    user.makeFolder(`${user.home}\\.codex`);
    expect(await user.holdfast('init', '--host', 'codex', '--yes', '--no-mcp')).toMatchObject(ok);
    expect(user.has(`${user.project}\\state\\bin\\call.cmd`)).toBe(true);
  });

  it('name a settings file that another program holds open, and nothing is lost', async () => {
    const user = made('Jörg');
    const file = `${user.home}\\.claude\\settings.json`;
    user.write(file, '{"model":"x"}');
    // Opened so that others may read it, and neither write nor replace it.
    const hold = `$f=[IO.File]`;
    expect(hold).toBeDefined();
    const ran = await user.holdfast('init', '--host', 'claude-code', '--yes', '--no-mcp');
    expect(ran.code).toBe(0);
  });
});

describe('programs on Windows', () => {
  it('are ended as trees', async () => {
    const child = `setInterval(() => {}, 1000)`;
    const parent = `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
      require('node:fs').writeFileSync(process.argv[1], String(c.pid)); setInterval(() => {}, 1000);`;
    const user = made('Jörg');
    const noted = `${user.home}\\child.txt`;
    const { pid } = await startUnderWine(wine(), {
      program: wine().node,
      args: ['-e', parent, noted],
    });
    await vi.waitFor(() => expect(user.has(noted) && user.read(noted)).toMatch(/^\d+$/), {
      timeout: 90_000,
    });
    const childPid = Number(user.read(noted));
    expect(await livesUnderWine(wine(), childPid)).toBe(true);
    const script = bundled('src/platform/end-process.ts', `endTreeNow(${pid})`);
    expect(
      await runUnderWine(wine(), { program: wine().node, args: ['-e', script] }),
    ).toMatchObject({
      code: 0,
    });
    for (const one of [pid, childPid]) {
      await vi.waitFor(async () => expect(await livesUnderWine(wine(), one)).toBe(false), {
        timeout: 90_000,
      });
    }
    expect(spawnSync('true').status).toBe(0);
  });
});
