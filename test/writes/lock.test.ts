import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { exclusively, type Generations, isHeld } from '../../src/core/lock.ts';
import { claimOnce } from '../../src/platform/claim.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { withLock, withLockOrWithout } from '../../src/platform/lock.ts';
import { processIdentity } from '../../src/platform/process-identity.ts';

let folder: string;
let log: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
  log = join(folder, 'log');
  writeFileSync(log, '');
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  removeFolder(folder);
});

const lines = () => readFileSync(log, 'utf8').split('\n').filter(Boolean);
const place = () => join(folder, 'lock');

function start(how: string, rounds: number, ms: number): ChildProcess {
  const script = join(import.meta.dirname, 'lock-holder.ts');
  const args = ['--import', 'tsx', script, how, place(), log, String(rounds), String(ms)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  started.push(child);
  return child;
}
const ended = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve));
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 3_000) throw new Error(`never so: ${lines()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const pidOf = ({ child }: { child: ChildProcess }) => String(child.pid);

describe('a lock', () => {
  it('lets one of several processes at a time work, whoever is killed meanwhile', async () => {
    const steady = [1, 2, 3].map(() => start('command', 25, 4));
    const doomed = [1, 2, 3].map((at) => ({ child: start('command', 400, 4), at }));
    await until(() => lines().length > 40);
    for (const { child, at } of doomed) setTimeout(() => child.kill('SIGKILL'), at * 37);
    await Promise.all([...steady, ...doomed.map(({ child }) => child)].map(ended));
    const told = lines();
    let inside: string | undefined;
    for (const line of told) {
      const [pid, what] = line.split(' ');
      // Only one that was killed goes without a word.
      if (what === 'in' && inside !== undefined) expect(doomed.map(pidOf)).toContain(inside);
      inside = what === 'in' ? pid : undefined;
    }
    expect(told.filter((line) => line.startsWith('Another process'))).toEqual([]);
    for (const { pid } of steady) {
      expect(told.filter((line) => line === `${pid} out`)).toHaveLength(25);
    }
  }, 120_000);

  it('of a process that was stopped stays its own: another gets a Fault, and never works beside it', async () => {
    const holder = start('command', 1, 3_000);
    await until(() => lines().includes(`${holder.pid} in`));
    holder.kill('SIGSTOP');
    const other = start('command', 1, 0);
    await ended(other);
    expect(lines()).toEqual([
      `${holder.pid} in`,
      expect.stringContaining('Another process has been'),
    ]);
    holder.kill('SIGCONT');
    await ended(holder);
    const next = start('command', 1, 0);
    await ended(next);
    expect(lines().slice(2)).toEqual([`${holder.pid} out`, `${next.pid} in`, `${next.pid} out`]);
  }, 60_000);

  it('of a hook that was stopped holds no other hook up for longer than it may', async () => {
    const holder = start('hook', 1, 3_000);
    await until(() => lines().includes(`${holder.pid} in`));
    holder.kill('SIGSTOP');
    const began = performance.now();
    expect(withLockOrWithout(place(), 250, () => 'done')).toBe('done');
    expect(performance.now() - began).toBeGreaterThanOrEqual(250);
    expect(performance.now() - began).toBeLessThan(2_500);
  }, 60_000);

  it('of a hook is waited for as long as that works', async () => {
    const holder = start('hook', 1, 150);
    await until(() => lines().includes(`${holder.pid} in`));
    withLockOrWithout(place(), 2_000, () => {
      expect(lines()).toContain(`${holder.pid} out`);
    });
  }, 60_000);

  it('is taken over at once from a process that died, however young it is', () => {
    const dead = generationsIn(place());
    dead.replace(0, JSON.stringify({ pid: 2 ** 22 + 1, identity: 'x' }));
    const began = performance.now();
    expect(
      withLock(
        place(),
        () => 'done',
        () => 'busy',
      ),
    ).toBe('done');
    expect(performance.now() - began).toBeLessThan(200);
  });

  it('is not held by another process that got the number of its holder', () => {
    const processes = { identity: () => 'the one that lives now' };
    expect(isHeld({ processes }, '{"pid":7,"identity":"one that died"}')).toBe(false);
    expect(isHeld({ processes }, '{"pid":7}')).toBe(false);
    expect(isHeld({ processes }, '{}')).toBe(false);
    expect(isHeld({ processes }, '{"pid":7,"identity":"the one that lives now"}')).toBe(true);
    // The same with a real process that lives for long.
    generationsIn(place()).replace(0, JSON.stringify({ pid: 1, identity: 'before' }));
    expect(
      withLock(
        place(),
        () => 'done',
        () => 'busy',
      ),
    ).toBe('done');
  });

  it('gives the result, is free again after a fault of the work, and after one of the disk at its end', () => {
    expect(() =>
      withLock(
        place(),
        () => {
          throw new Error('of the work');
        },
        () => 'busy',
      ),
    ).toThrow('of the work');
    expect(
      withLock(
        place(),
        () => 1,
        () => 2,
      ),
    ).toBe(1);
    const chain = generationsIn(place());
    let full = false;
    const disk: Generations = {
      ...chain,
      replace(after, text) {
        if (full) throw new Error('the disk is full');
        return chain.replace(after, text);
      },
    };
    const deps = { processes: { identity: processIdentity }, pid: process.pid, pause: () => {} };
    const busy = () => 'busy';
    expect(
      exclusively(
        deps,
        disk,
        () => {
          full = true;
          return 'done';
        },
        { busy },
      ),
    ).toBe('done');
    expect(withLock(place(), () => 'next', busy)).toBe('next');
  });
});

describe('generations', () => {
  it('give a number once, also to one that has read long ago', () => {
    const chain = generationsIn(place());
    for (let at = 0; at < 7; at += 1) expect(chain.replace(at, String(at + 1))).toBe(true);
    expect(readdirSync(place())).toEqual(['7']);
    // Numbers 1 to 6 are free again by their names.
    expect(chain.replace(4, 'late')).toBe(false);
    expect([chain.read(), readdirSync(place())]).toEqual([{ generation: 7, text: '7' }, ['7']]);
    expect([chain.replace(7, '8'), chain.replace(7, 'too')]).toEqual([true, false]);
    expect(chain.read()).toEqual({ generation: 8, text: '8' });
  });
});

describe('a claim', () => {
  it('is of exactly one of many processes', async () => {
    await Promise.all([1, 2, 3, 4].map(() => ended(start('claim', 60, 0))));
    expect(lines().sort()).toEqual(Array.from({ length: 60 }, (_, at) => `claimed ${at}`).sort());
  }, 60_000);

  it('of a process that lives stays, of one that died does not; nobody has to wait for that', async () => {
    const holder = start('command', 1, 5_000);
    await until(() => lines().includes(`${holder.pid} in`));
    const identity = processIdentity(holder.pid!);
    generationsIn(join(folder, 'c')).replace(0, JSON.stringify({ pid: holder.pid, identity }));
    holder.kill('SIGSTOP');
    expect(claimOnce(join(folder, 'c'), true)).toBeUndefined();
    holder.kill('SIGKILL');
    await ended(holder);
    expect(claimOnce(join(folder, 'c'), false)).toBeUndefined();
    expect(claimOnce(join(folder, 'c'), true)).toBeDefined();
  }, 60_000);

  it('can be given up, and is given where the disk refuses to say', () => {
    claimOnce(join(folder, 'c'), false)?.giveUp();
    const second = claimOnce(join(folder, 'c'), false);
    expect(second).toMatchObject({ giveUp: expect.any(Function) });
    expect(claimOnce(join(folder, 'c'), false)).toBeUndefined();
    mkdirSync(join(folder, 'd'));
    writeFileSync(join(folder, 'd', 'c'), '');
    expect(claimOnce(join(folder, 'd', 'c', 'x'), false)).toMatchObject({
      giveUp: expect.any(Function),
    });
  });
});
