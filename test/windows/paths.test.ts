import { existsSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  livesUnderWine,
  runUnderWine,
  startUnderWine,
  unixPath,
  writeUnderWine,
} from '../../harness/wine.ts';
import { handlerOf, newUser, type User, wine } from './kit.ts';
import { installedProgram } from './setup.ts';
import { bundled } from './unit.ts';

const patience = { timeout: 90_000, interval: 200 };

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
    const deep = `${user.project}\\langer Ordner`;
    const folder = `${deep}\\${Array.from({ length: 6 }, (_, at) => `Unterordner ${at} ${'y'.repeat(30)}`).join('\\')}`;
    expect(folder.length).toBeGreaterThan(260);
    user.makeFolder(`${folder}\\.git`);
    // No program can be started in such a folder there, so that the place is given.
    const state = `${folder}\\state`;
    Object.assign(user.env, { HOLDFAST_HOME: state });
    user.makeFolder(`${user.home}\\.qwen`);
    expect(await user.holdfast('init', '--host', 'qwen', '--yes', '--no-mcp')).toMatchObject(ok);
    expect(user.has(`${state}\\bin\\on-event.cmd`)).toBe(true);
    expect(await user.holdfast('uninstall', '--yes')).toMatchObject(ok);
    expect(user.has(`${state}\\bin`)).toBe(false);
  });

  it('may lead through a link of a folder, and a project is known by either', async () => {
    const user = made('Jörg');
    const real = `${user.home}\\real`;
    user.makeFolder(`${real}\\.git`);
    const link = `${user.home}\\link`;
    // Wine makes no junctions; a link of the system below is one to programs that ask where it leads.
    symlinkSync(unixPath(wine(), real), unixPath(wine(), link));
    expect(await inFolder(user, link, 'ticket', 'new', 'A', '--id', 'a')).toMatchObject(ok);
    expect((await inFolder(user, real, 'ticket', 'list')).stdout).toContain('a  A');
    expect(await inFolder(user, link, 'ticket', 'claim', 'a', '--owner', 'w1')).toMatchObject(ok);
    const other = await inFolder(user, real, 'ticket', 'claim', 'a', '--owner', 'w2');
    expect(other.code).toBe(1);
  });

  it('have names that Windows keeps for itself in no file of ours', async () => {
    const user = made('Jörg');
    user.makeFolder(`${user.project}\\.git`);
    for (const id of ['aux', 'com1']) {
      const ran = await user.holdfast('ticket', 'new', `About ${id}`, '--id', id);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toContain('Windows');
    }
    expect(await user.holdfast('ticket', 'new', 'Con', '--id', 'con-1')).toMatchObject(ok);
  });

  it('may lie on a drive other than C', async () => {
    const user = made('Jörg');
    const drive = join(wine().prefix, 'dosdevices', 'd:');
    user.makeFolder(`${user.project}\\.git`);
    symlinkSync(unixPath(wine(), user.project), drive);
    try {
      Object.assign(user.env, { HOLDFAST_HOME: 'D:\\state' });
      user.makeFolder(`${user.home}\\.qwen`);
      expect(await user.holdfast('init', '--host', 'qwen', '--yes', '--no-mcp')).toMatchObject(ok);
      expect(user.has(`${user.project}\\state\\bin\\on-event.cmd`)).toBe(true);
      expect(await inFolder(user, 'D:\\', 'ticket', 'new', 'A', '--id', 'a')).toMatchObject(ok);
      expect(user.has(`${user.project}\\.holdfast\\tickets\\a.md`)).toBe(true);
    } finally {
      unlinkSync(drive);
    }
  });

  it('may begin with a share, or with the root of long paths', async () => {
    const user = made('Jörg');
    user.makeFolder(`${user.home}\\.codex`);
    const init = () => user.holdfast('init', '--host', 'codex', '--yes', '--no-mcp');
    Object.assign(user.env, { HOLDFAST_HOME: `\\\\?\\${user.project}\\state` });
    expect(await init()).toMatchObject(ok);
    expect(user.has(`${user.project}\\state\\bin\\on-event.cmd`)).toBe(true);
    const share = join(wine().prefix, 'dosdevices', 'unc', 'server', 'share');
    mkdirSync(share, { recursive: true });
    Object.assign(user.env, { HOLDFAST_HOME: '\\\\server\\share\\state' });
    expect(await init()).toMatchObject(ok);
    expect(existsSync(join(share, 'state', 'bin', 'on-event.cmd'))).toBe(true);
    const line = handlerOf(user.read(`${user.home}\\.codex\\hooks.json`), 'SessionStart').command!;
    expect(line).toContain('server');
  });

  it('may be held open by another program for a while: then init waits, and else says so', async () => {
    const user = made('Jörg');
    const file = `${user.home}\\.claude\\settings.json`;
    user.write(file, '{"model":"x"}');
    const holder = `require('node:fs').openSync(${JSON.stringify(file)}, 'r');
      require('node:fs').writeFileSync(${JSON.stringify(`${user.home}\\held`)}, '');
      process.stdin.on('end', () => process.exit()).resume();`;
    const { id } = await startUnderWine(wine(), { program: wine().node, args: ['-e', holder] });
    await vi.waitFor(() => expect(user.has(`${user.home}\\held`)).toBe(true), patience);
    const refused = await user.holdfast('init', '--host', 'claude-code', '--yes', '--no-mcp');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${file} cannot be written`);
    expect(refused.stderr).toContain('Close the program that has it open');
    expect(user.read(file)).toBe('{"model":"x"}');
    await writeUnderWine(wine(), id);
    await vi.waitFor(async () => {
      const again = await user.holdfast('init', '--host', 'claude-code', '--yes', '--no-mcp');
      expect(again).toMatchObject(ok);
    }, patience);
    expect(user.read(file)).toContain('on-event.cmd');
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
    await vi.waitFor(() => expect(user.has(noted) && user.read(noted)).toMatch(/^\d+$/), patience);
    const childPid = Number(user.read(noted));
    expect(await livesUnderWine(wine(), childPid)).toBe(true);
    const script = bundled('src/platform/end-process.ts', `endTreeNow(${pid})`);
    expect(
      await runUnderWine(wine(), { program: wine().node, args: ['-e', script] }),
    ).toMatchObject({
      code: 0,
    });
    for (const one of [pid, childPid]) {
      await vi.waitFor(async () => expect(await livesUnderWine(wine(), one)).toBe(false), patience);
    }
  });
});
