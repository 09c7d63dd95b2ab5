import { join } from 'node:path';
import type { HookTickets } from '../app/hook/context.ts';
import { hostIds } from '../hosts/host-ids.ts';
import { generationsIn } from '../platform/generations.ts';
import { lockDeps } from '../platform/lock.ts';
import { stateStore } from '../platform/state-store.ts';
import { ticketDisk } from '../platform/ticket-disk.ts';

/** What the changing of tickets needs of this machine. */
export function hookTickets(stateFolder: string): HookTickets {
  return {
    hostIds,
    ...lockDeps,
    ticketDisk,
    locks: (name) => generationsIn(join(stateFolder, 'locks', name)),
    // Copies of tickets: the tickets themselves are what must outlive a machine that stops.
    state: stateStore(stateFolder, { flushed: false }),
  };
}
