import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { claimLease, type LeaseDeps, leaseOf } from '../../src/app/ticket/leases.ts';
import { generationsIn } from '../../src/platform/generations.ts';

const minute = 60_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-leases-'));
});
afterEach(() => removeFolder(folder));

/** A machine whose clocks a test sets, with the processes that it names. */
function machine() {
  const clocks = { wall: Date.parse('2026-06-01T12:00:00Z'), steady: 5_000_000, start: 'first' };
  const living = new Map<number, string>();
  const deps: LeaseDeps = {
    leases: (name) => generationsIn(join(folder, name)),
    processes: { identity: (pid) => living.get(pid) },
    clock: { now: () => new Date(clocks.wall) },
    steady: () => (clocks.start === '' ? undefined : { start: clocks.start, ms: clocks.steady }),
  };
  const claim = (owner: string, pid?: number) => {
    const { won, again } = claimLease(deps, '/t.md', { owner, ...(pid && { pid }) });
    return won ? (again ? 'again' : 'won') : 'lost';
  };
  return { clocks, living, claim, holder: () => leaseOf(deps, '/t.md')?.owner };
}

describe('a lease that no process keeps', () => {
  it.each([-10 * 365 * 24 * 60 * minute, -16 * minute, 16 * minute, 365 * 24 * 60 * minute])(
    'lasts its 15 minutes though the clock is set by %i ms',
    (jump) => {
      const { clocks, claim, holder } = machine();
      expect(claim('a')).toBe('won');
      clocks.wall += jump;
      expect([claim('b'), holder()]).toEqual(['lost', 'a']);
      clocks.steady += 15 * minute - 1;
      expect(claim('b')).toBe('lost');
      clocks.steady += 1;
      expect([holder(), claim('b')]).toEqual([undefined, 'won']);
    },
  );

  it('of a start of the machine before ends by the time that passed', () => {
    const { clocks, claim } = machine();
    claim('a');
    clocks.start = 'second';
    clocks.steady = 10;
    clocks.wall += 15 * minute - 1;
    expect(claim('b')).toBe('lost');
    clocks.wall += 1;
    expect(claim('b')).toBe('won');
  });

  it('of a later time than now is not void, and ends 15 minutes after somebody wanted it', () => {
    const { clocks, claim, holder } = machine();
    clocks.start = '';
    claim('a');
    clocks.wall -= 24 * 60 * minute;
    expect([holder(), claim('b')]).toEqual(['a', 'lost']);
    clocks.wall += 15 * minute - 1;
    expect(claim('b')).toBe('lost');
    clocks.wall += 1;
    expect(claim('b')).toBe('won');
  });
});

describe('a second claim in the same name', () => {
  it('says that it is one', () => {
    const { claim } = machine();
    expect([claim('a'), claim('a'), claim('b')]).toEqual(['won', 'again', 'lost']);
  });

  it('for another process is refused while the first lives, and not by one that got its number', () => {
    const { claim, living } = machine();
    living.set(10, 'one').set(11, 'two');
    expect([claim('a', 10), claim('a', 11), claim('a', 10)]).toEqual(['won', 'lost', 'again']);
    living.set(10, 'another of that number');
    expect(claim('a', 11)).toBe('won');
  });

  it('ends with its process, and not by any clock', () => {
    const { claim, living, clocks } = machine();
    living.set(10, 'one');
    claim('a', 10);
    clocks.wall += 1e12;
    clocks.steady += 1e12;
    expect(claim('b')).toBe('lost');
    living.delete(10);
    expect(claim('b')).toBe('won');
  });
});
