import { join } from 'node:path';
import { passLease } from '../app/handoff/pass-lease.ts';
import type { HookHandoffs } from '../app/handoff/ports.ts';
import { openHandoffs } from '../journal/handoffs.ts';
import { clock, steadyTime } from '../platform/clock.ts';
import { generationsIn } from '../platform/generations.ts';
import { lockDeps } from '../platform/lock.ts';

/** What hooks need of handoffs, from this machine. */
export function hookHandoffs(stateFolder: string): HookHandoffs {
  const { read, take, takenBy } = openHandoffs(stateFolder);
  const leases = (name: string) => generationsIn(join(stateFolder, 'leases', name));
  return {
    read,
    take,
    takenBy,
    passLease: (ticket, from, to) =>
      passLease({ leases, ...lockDeps, clock, steady: steadyTime }, ticket, from, to),
  };
}
