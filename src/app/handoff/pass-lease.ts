import { claimLease, type LeaseDeps, leaseOf } from '../ticket/leases.ts';

/**
 * Lets the lease that was claimed in a session pass to another session. The owner keeps its name. Nothing happens where the
 * session claimed none, or a process keeps it.
 */
export function passLease(deps: LeaseDeps, ticket: string, from: string, to: string): void {
  const held = leaseOf(deps, ticket);
  if (held === undefined || held.worker !== undefined || held.place?.session !== from) return;
  claimLease(deps, ticket, { owner: held.owner, place: { session: to }, takesOver: true });
}
