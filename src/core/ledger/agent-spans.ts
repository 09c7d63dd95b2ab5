import { type CallEntry, type LedgerEntry, never } from './entry.ts';

interface Span {
  from: number;
  to: number;
}

/**
 * Says of each entry of an agent below the session between which places of the session it surely lies: behind the
 * beginning of the call that started the agent, before the end of it, and before what was read of the session when the
 * entry was first seen ended. No time is looked at, so that a clock that goes backwards orders nothing.
 */
export function withSpans(entries: readonly LedgerEntry[]): LedgerEntry[] {
  if (!entries.some((entry) => entry.agent !== undefined)) return [...entries];
  const spawns = new Map<string, CallEntry>();
  for (const entry of entries) {
    if (entry.kind === 'call' && entry.spawned !== undefined && entry.source !== 'claimed') {
      spawns.set(entry.spawned, entry);
    }
  }
  const known = new Map<string, Span>();
  return entries.map((entry) => {
    if (entry.agent === undefined || entry.source === 'claimed') return entry;
    const span = spanOf(entry.agent, spawns, known);
    const own = entry.within ?? { from: 0, to: never };
    const within = { from: Math.max(own.from, span.from), to: Math.min(own.to, span.to) };
    return { ...entry, within };
  });
}

/** When an agent ran, by the calls that started it and those above it. */
function spanOf(
  agent: string,
  spawns: ReadonlyMap<string, CallEntry>,
  known: Map<string, Span>,
): Span {
  const found = known.get(agent);
  if (found !== undefined) return found;
  const whole = { from: 0, to: never };
  // An agent that is said to have started itself by way of others ends here.
  known.set(agent, whole);
  const spawn = spawns.get(agent);
  if (spawn === undefined) return whole;
  const span =
    spawn.agent === undefined
      ? { from: spawn.began, to: spawn.over ?? (spawn.background ? never : (spawn.ended ?? never)) }
      : spanOf(spawn.agent, spawns, known);
  known.set(agent, span);
  return span;
}

/** Without the calls of agents that are copies: an agent that goes on from the session's conversation may hold it too. */
export function withoutCopies(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const own = new Map<string, string>();
  for (const entry of entries) {
    if (entry.agent === undefined && entry.source !== 'claimed') own.set(entry.id, what(entry));
  }
  return entries.filter((entry) => entry.agent === undefined || own.get(entry.id) !== what(entry));
}

function what(entry: LedgerEntry): string {
  return entry.kind === 'answer'
    ? JSON.stringify([entry.question, entry.answer])
    : JSON.stringify([entry.tool, entry.command, entry.paths]);
}

/** The place of the session behind which an entry surely began. */
export function beganIn(entry: LedgerEntry): number {
  return entry.agent === undefined ? entry.began : (entry.within?.from ?? 0);
}

/** The last place of the session that an entry tells of; an agent's own places are none of the session's. */
export function lastPlaceOf(entry: LedgerEntry): number {
  if (entry.agent !== undefined) return entry.within?.from ?? 0;
  const over = entry.kind === 'call' ? (entry.over ?? 0) : 0;
  return Math.max(entry.began, entry.ended ?? 0, over);
}

/** The same entry so many places later. */
export function movedBy(entry: LedgerEntry, by: number): LedgerEntry {
  const moved = { ...entry, began: entry.began + by };
  if (entry.ended !== undefined) moved.ended = entry.ended + by;
  if (moved.kind === 'call' && moved.over !== undefined) moved.over += by;
  if (entry.within !== undefined) {
    const { from, to } = entry.within;
    moved.within = { from: from + by, to: to === never ? never : to + by };
  }
  return moved;
}

/** The place of the session before which a call was surely over; one without a result, of an agent that may still run, never is. */
export function endedIn(entry: CallEntry): number {
  if (entry.agent === undefined) return overAt(entry);
  return entry.within?.to ?? Number.POSITIVE_INFINITY;
}

/** Of a call without a result: where it must have been over, though nobody knows how. */
function overAt(entry: CallEntry): number {
  return entry.ended ?? entry.over ?? Number.POSITIVE_INFINITY;
}

/** True where the first may have been going on when the second began, or began later. */
export function mayEndBehind(first: CallEntry, second: CallEntry): boolean {
  if (first.agent === second.agent) return overAt(first) > second.began;
  return endedIn(first) > beganIn(second);
}
