import { beganIn, lastPlaceOf, movedBy } from '../ledger/agent-spans.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { LedgerPlaces, RunSession } from './run-entry.ts';
import { lineTo, type RunState } from './run-state.ts';

export function sessionKey({ host, session }: RunSession): string {
  return `${host}/${session}`;
}

/** The place of the last thing that a ledger tells of. */
export function lastPlace(entries: readonly LedgerEntry[]): number {
  return entries.reduce((most, entry) => Math.max(most, lastPlaceOf(entry)), 0);
}

/**
 * The entries of all sessions that worked on a run as those of one, in the order in which the sessions took it up; a session
 * that left it and came back stands twice, with what came in each time. `since`: only what began behind these places.
 */
export function gather(
  run: Pick<RunState, 'sessions'>,
  entriesOf: (session: RunSession) => readonly LedgerEntry[],
  since?: LedgerPlaces,
): LedgerEntry[] {
  const all: LedgerEntry[] = [];
  let base = 0;
  for (const [index, { session, places }] of run.sessions.entries()) {
    const key = sessionKey(session);
    const from = Math.max(places[key] ?? -1, since?.[key] ?? -1);
    const back = run.sessions.slice(index + 1).find((later) => sessionKey(later.session) === key);
    const to = back?.places[key] ?? Number.POSITIVE_INFINITY;
    const own = entriesOf(session).filter((entry) => {
      const began = beganIn(entry);
      return began > from && began <= to;
    });
    for (const entry of own) all.push(movedBy(entry, base));
    base = Math.max(base, lastPlace(all)) + 1;
  }
  return all;
}

/** The state in which a step was reached on the line that counts; by its path, or by its id beside or above `near`. */
export function reachedIn(run: RunState, path: string): number {
  const line = lineTo(run, run.head);
  const found = line.findLast((number) => run.nodes[number]?.opened.includes(path));
  return found ?? 0;
}

/** The path of a step by its id, the one reached last on the line that counts; undefined where none was. */
export function pathOfId(run: RunState, id: string): string | undefined {
  for (const number of lineTo(run, run.head).reverse()) {
    const found = run.nodes[number]?.opened.find((path) => lastId(path) === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The id of the step at the end of a path, without its round. */
export function lastId(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');
}
