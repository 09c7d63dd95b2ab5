import type { Recovery } from './recovery.ts';
import { isOpen } from './recovery.ts';
import { type AgentState, compactionsOf } from './session-state.ts';

/** An event that claims a compaction, with what the record looked like at that moment. */
export interface CompactionClaim {
  by: 'session-start' | 'after-event';
  /** State of the record's end. */
  tail: string;
  nowMs: number;
}

/** Two host configurations call us for one event within this time. */
const sameEventMs = 10_000;

/**
 * What a claim means: `new` compaction, the `same` one seen through a further event of it, or a
 * `repeat` of an event that was already taken.
 */
export function judgeClaim(agent: AgentState, claim: CompactionClaim): 'new' | 'same' | 'repeat' {
  const last = compactionsOf(agent).at(-1);
  if (last === undefined || agent.expected !== undefined) return 'new';
  if (claim.by === 'after-event') return judgeAfterEvent(last, claim);
  if (last.by !== 'session-start') {
    // Some hosts tell of the start only with the next prompt, or with the resumed session that had the brief already.
    const near = isFresh(last, claim) || last.tail === claim.tail;
    if (last.by === 'after-event' && near) return last.briefs.length === 0 ? 'same' : 'repeat';
    return near && last.briefs.length === 0 ? 'same' : 'new';
  }
  return last.tail === claim.tail && isFresh(last, claim) ? 'repeat' : 'new';
}

function judgeAfterEvent(last: Recovery, claim: CompactionClaim): 'new' | 'same' | 'repeat' {
  if (last.by === 'session-start' && !last.afterEvent) return 'same';
  if (last.tail === claim.tail || isFresh(last, claim)) return 'repeat';
  return last.boundary !== undefined && isOpen(last) && !last.afterEvent ? 'same' : 'new';
}

function isFresh(last: Recovery, claim: CompactionClaim): boolean {
  return Math.abs(claim.nowMs - Date.parse(last.armedAt)) < sameEventMs;
}

/** True when the same announcement was taken a moment ago, so that one steering text goes out and not two. */
export function isRepeatedAnnouncement(agent: AgentState, tail: string, nowMs: number): boolean {
  const expected = agent.expected;
  return (
    expected !== undefined &&
    expected.tail === tail &&
    Math.abs(nowMs - Date.parse(expected.at)) < sameEventMs / 2
  );
}

/** Compactions this close together, in tool calls and in time, are a burst. */
const rapidCalls = 5;
const rapidMs = 10 * 60_000;

/** How many compactions before this one came close on each other: 0 when this one came in calm. */
export function rapidCount(last: Recovery | undefined, callsSince: number, nowMs: number): number {
  if (last === undefined) return 0;
  const close = callsSince <= rapidCalls && Math.abs(nowMs - Date.parse(last.armedAt)) <= rapidMs;
  return close ? last.rapid + 1 : 0;
}

/** From the second close compaction on, the brief is a stub. */
export function isThrash(rapid: number): boolean {
  return rapid >= 2;
}
