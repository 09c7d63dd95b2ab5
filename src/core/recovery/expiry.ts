import type { Recovery } from './recovery.ts';

const callLimit = 200;
const ageLimitMs = 24 * 3_600_000;

/** A recovery that was delivered, or could not be, ends after 200 tool calls or 24 hours. */
export function isExpired(recovery: Recovery, nowMs: number): boolean {
  if (recovery.callIds.length >= callLimit) return true;
  const since = recovery.delivered?.at ?? recovery.armedAt;
  return nowMs - Date.parse(since) >= ageLimitMs;
}
