import { fingerprint } from '../hash.ts';

/**
 * The id of a recovery, unique to its boundary and the same on every run: the number of the compaction
 * in the session and a fingerprint of whose it is. It stands in the brief, and proves its delivery.
 */
export function recoveryId(
  host: string,
  sessionId: string,
  agentId: string | undefined,
  number: number,
): string {
  const whose = fingerprint(`${host}\n${sessionId}\n${agentId ?? ''}\n${number}`);
  return `c${number}-${whose.slice(-6)}`;
}

/** The mark in a brief by which its delivery is found in the host's record. */
export function deliveryMark(recovery: string): string {
  return `Holdfast ${recovery}`;
}
