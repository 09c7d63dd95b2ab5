import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../src/platform/lock-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A lock as a process left it that died a minute ago. */
function deadLock(): string {
  const lock = join(folder, 'lock');
  mkdirSync(lock);
  const before = new Date(Date.now() - 60_000);
  utimesSync(lock, before, before);
  return lock;
}

describe('the lock of a session', () => {
  it('is taken over from a process that died', () => {
    expect(withLock(deadLock(), 50, () => 'done')).toBe('done');
  });

  it.each([
    ['a file', (lock: string) => writeFileSync(lock, '')],
    [
      'a folder with something in it',
      (lock: string) => {
        mkdirSync(lock);
        writeFileSync(join(lock, 'stray'), '');
      },
    ],
  ])('is taken from %s that is old, so that it holds up one hook at most', (_, make) => {
    const lock = join(folder, 'lock');
    make(lock);
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    const started = performance.now();
    expect(withLock(lock, 5_000, () => 'done')).toBe('done');
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(existsSync(lock)).toBe(false);
  });

  it('is never waited for beyond its time', () => {
    mkdirSync(join(folder, 'lock'));
    const started = performance.now();
    expect(withLock(join(folder, 'lock'), 50, () => 'done')).toBe('done');
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(existsSync(join(folder, 'lock'))).toBe(true);
  });

  it('runs the work where no folder can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(withLock(join(folder, 'file', 'lock'), 50, () => 'done')).toBe('done');
  });
});
