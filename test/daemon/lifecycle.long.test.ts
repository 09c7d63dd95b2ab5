import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { hookKeyOf } from '../../src/app/daemon/proof.ts';
import { isAlive, RunningDaemon } from './running.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');

let daemon: RunningDaemon;
beforeEach(() => {
  daemon = new RunningDaemon();
});
afterEach(() => daemon.remove());

const run = (...args: string[]) => daemon.machine.run(['daemon', ...args]);
const env = () => ({
  PATH: process.env.PATH,
  HOME: daemon.machine.home,
  HOLDFAST_HOME: daemon.machine.state,
});

/** The processes that are a daemon of this test's state folder. */
function daemons(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const { stdout } = spawnSync('tr', ['\\0', '\\n'], {
        input: spawnSync('cat', [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`]).stdout,
        encoding: 'utf8',
      });
      return (
        /\ndaemon\nserve\n/.test(stdout) &&
        stdout.includes(`HOLDFAST_HOME=${daemon.machine.state}\n`)
      );
    });
}

describe('the daemon', () => {
  it('is started, found, and ended; a second start leaves it as it is', async () => {
    expect(run('status')).toMatchObject({ code: 1 });
    const first = daemon.start();
    expect(first.started).toBe(true);
    expect(daemon.start()).toMatchObject({ started: false, pid: first.pid, port: first.port });
    expect(JSON.parse(run('status', '--json').out)).toMatchObject({
      running: true,
      pid: first.pid,
    });
    expect((await daemon.ask('/api/v1/hello', { token: '' })).json).toMatchObject({
      name: 'holdfast',
      protocol: 1,
      pid: first.pid,
    });
    expect(JSON.parse(run('stop', '--json').out)).toEqual({ stopped: true, pid: first.pid });
    expect(isAlive(first.pid)).toBe(false);
    expect(run('stop').out).toContain('is not running');
    expect(readdirSync(join(daemon.machine.state, 'daemon'))).not.toContain('daemon.sock');
  });

  it('answers on its socket, which is our user’s alone as are its files [R42]', async () => {
    daemon.start();
    const { socket } = daemon.record;
    expect((await daemon.ask('/api/v1/sessions', { socket })).status).toBe(200);
    expect((await daemon.ask('/api/v1/sessions', { socket, token: '' })).status).toBe(401);
    for (const name of ['token', 'daemon.json', 'daemon.sock', 'daemon.log']) {
      expect([name, statSync(daemon.place(name)).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('has a socket also where the state folder’s path is too long for one', async () => {
    daemon.machine.state = join(daemon.machine.folder, 'x'.repeat(120));
    const runtime = join(daemon.machine.folder, 'run');
    mkdirSync(runtime, { mode: 0o700 });
    const places = { XDG_RUNTIME_DIR: runtime, HOLDFAST_HOME: daemon.machine.state };
    daemon.start(places);
    try {
      const { socket } = daemon.record;
      expect(socket.startsWith(runtime)).toBe(true);
      expect((await daemon.ask('/api/v1/sessions', { socket })).status).toBe(200);
    } finally {
      daemon.machine.run(['daemon', 'stop'], { env: places });
    }
  });

  it('is one, whoever starts it at the same moment', async () => {
    const starts = Array.from(
      { length: 4 },
      () =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, [cli, 'daemon', 'start', '--json'], { env: env() });
          let out = '';
          child.stdout.on('data', (chunk) => {
            out += chunk;
          });
          child.on('close', () => resolve(out));
        }),
    );
    const told = (await Promise.all(starts)).map((out) => JSON.parse(out));
    expect(told.filter(({ started }) => started)).toHaveLength(1);
    expect(new Set(told.map(({ pid }) => pid)).size).toBe(1);
    expect(daemons()).toEqual([told[0].pid]);
  });

  it('is let go by whoever started it: no standard stream, no pipe and no folder of theirs [case 29]', () => {
    const folder = join(daemon.machine.folder, 'elsewhere');
    mkdirSync(folder);
    const began = Date.now();
    // A descriptor of the shell's is open in the program that it starts, as a host's pipes are.
    const piped = spawnSync(
      'bash',
      ['-c', `exec 250> >(cat >&2); "${process.execPath}" "${cli}" daemon start | cat`],
      { cwd: folder, env: env(), encoding: 'utf8', timeout: 20_000 },
    );
    expect(piped.status).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    removeFolder(folder);
    const { pid } = daemon.record;
    const target = (name: string | number) => readlinkSync(`/proc/${pid}/fd/${name}`);
    expect(target(0)).toBe('/dev/null');
    for (const stream of [1, 2]) expect(target(stream)).toBe(daemon.place('output.log'));
    expect(readdirSync(`/proc/${pid}/fd`)).not.toContain('250');
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe(daemon.machine.state);
    const { stdout } = spawnSync('ps', ['-o', 'sid=', '-p', String(pid)], { encoding: 'utf8' });
    expect(Number(stdout)).toBe(pid);
    expect(run('status').code).toBe(0);
  });

  it('comes back where it was after it was killed', async () => {
    const first = daemon.start();
    const { token } = daemon;
    daemon.kill();
    const gone = run('status');
    expect([gone.code, gone.out]).toEqual([1, expect.stringContaining(`Process ${first.pid}`)]);
    expect(daemon.start()).toMatchObject({ started: true, port: first.port });
    expect(daemon.token).toBe(token);
  });

  it('that cannot write down where it is says so, and leaves no process behind', () => {
    for (const name of ['port', 'daemon.json']) {
      mkdirSync(join(daemon.place(name), 'in-the-way'), { recursive: true });
      const { code, err } = run('start');
      expect([code, err]).toEqual([1, expect.stringContaining(`${name} cannot be written`)]);
      expect(daemons()).toEqual([]);
      removeFolder(daemon.place(name));
    }
    expect(daemon.start().started).toBe(true);
  });

  it('whose folder was deleted ends, and leaves the files of the next one alone', async () => {
    const orphan = daemon.start().pid;
    removeFolder(daemon.machine.state);
    const next = daemon.start();
    expect(next).toMatchObject({ started: true });
    for (let left = 100; isAlive(orphan) && left > 0; left -= 1) {
      await new Promise((wait) => setTimeout(wait, 100));
    }
    expect(daemons()).toEqual([next.pid]);
    const { socket } = daemon.record;
    expect((await daemon.ask('/api/v1/hello', { socket })).json).toMatchObject({ pid: next.pid });
    expect(run('status').code).toBe(0);
  });

  it('whose folder was deleted does not bring it back', async () => {
    const { pid } = daemon.start();
    removeFolder(daemon.machine.state);
    for (let left = 100; isAlive(pid) && left > 0; left -= 1) {
      await new Promise((wait) => setTimeout(wait, 100));
    }
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(daemon.machine.state)).toBe(false);
  });

  it('takes another port where a stranger has its own, and tells the stranger no token', async () => {
    const { port } = daemon.start();
    daemon.kill();
    const heard: string[] = [];
    const stranger = createServer((asked, answer) => {
      heard.push(JSON.stringify(asked.headers));
      answer.end('{"name":"holdfast","version":"0.1.0","protocol":1,"pid":1,"started":"x"}');
    });
    await takePort(stranger, port);
    try {
      expect(await started()).toMatchObject({ started: true });
      expect(daemon.record.port).not.toBe(port);
      // Even where the record says that the stranger is it.
      const { socket: _, ...record } = daemon.record;
      writeFileSync(daemon.place('daemon.json'), JSON.stringify({ ...record, port }));
      const status = await program('status');
      expect(status.code).toBe(1);
      expect(status.err).toContain('another process answers');
      expect(heard.join()).not.toContain(daemon.token);
      expect(heard.length).toBeGreaterThan(0);
    } finally {
      stranger.close();
    }
  });

  it('is never taken for another process that has its number now', () => {
    daemon.start();
    const record = daemon.record;
    run('stop');
    const other = spawn('sleep', ['60']);
    try {
      const text = JSON.stringify({ ...record, pid: other.pid, identity: 'of another time' });
      writeFileSync(daemon.place('daemon.json'), text);
      expect(run('status').code).toBe(1);
      expect(run('stop').out).toContain('is not running');
      expect(daemon.start().started).toBe(true);
      expect(isAlive(other.pid!)).toBe(true);
    } finally {
      other.kill();
    }
  });

  it('is renewed once by a newer program, and serves an older one as it is [case 61]', () => {
    const versions = { old: '0.0.9', new: '9.9.9' };
    const programs = Object.fromEntries(
      Object.entries(versions).map(([name, version]) => {
        const folder = join(daemon.machine.folder, name);
        mkdirSync(folder);
        cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
        return [name, join(folder, 'dist', 'cli.js')];
      }),
    );
    const start = (name: string) => {
      const { stdout } = spawnSync(
        process.execPath,
        [programs[name]!, 'daemon', 'start', '--json'],
        { env: env(), encoding: 'utf8' },
      );
      return JSON.parse(stdout) as { pid: number; version: string; started: boolean };
    };
    const pids = new Set<number>();
    for (const name of ['old', 'old', 'new', 'old', 'new', 'old', 'new']) {
      pids.add(start(name).pid);
      expect(daemons().length).toBeLessThanOrEqual(2);
    }
    expect(pids.size).toBe(2);
    expect(start('old')).toMatchObject({ version: '9.9.9', started: false });
  });

  it('says on which line of its log what it refused, without a secret', async () => {
    daemon.start();
    await daemon.ask('/api/v1/nothing', { token: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz' });
    await daemon.ask('/x?token=ghp_0123456789abcdefghijklmnopqrstuvwxyz');
    await daemon.ask(`/api/v1/sessions/${daemon.token}`, { token: '' });
    await daemon.ask(`/mcp/${daemon.token.toUpperCase()}/${hookKeyOf(daemon.token)}`);
    const { out } = run('logs');
    expect(out).toMatch(/refused 401 token: GET \/api\/v1\/nothing/);
    expect(out).toMatch(/refused 401 token: GET \/api\/v1\/sessions\//);
    expect(out).not.toContain('ghp_0123');
    for (const secret of [daemon.token, hookKeyOf(daemon.token)]) {
      expect(out.toLowerCase()).not.toContain(secret);
      expect(daemon.log.toLowerCase()).not.toContain(secret);
    }
    expect(run('logs', '-n', 'x').code).toBe(2);
  });
});

/** A process that was killed holds its port a moment longer than its number. */
async function takePort(server: Server, port: number): Promise<void> {
  for (;;) {
    const taken = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (taken) return;
  }
}

/** Beside this process, which must go on answering as the stranger. */
function program(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'daemon', ...args], { env: env() });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

async function started(): Promise<{ started: boolean }> {
  return JSON.parse((await program('start', '--json')).out);
}
