import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('is never waited for beyond its time, not even when it cannot be removed', () => {
    const lock = deadLock();
    writeFileSync(join(lock, 'stray'), '');
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    expect(withLock(lock, 50, () => 'done')).toBe('done');
  });

  it('runs the work where no folder can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(withLock(join(folder, 'file', 'lock'), 50, () => 'done')).toBe('done');
  });
});
