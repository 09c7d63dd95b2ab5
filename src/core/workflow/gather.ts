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

/** The state in which the step of a path was reached on the line that counts; one that holds others with the first of them. */
export function reachedIn(run: RunState, path: string): number {
  const line = lineTo(run, run.head);
  const opened = (number: number) => run.nodes[number]?.opened ?? [];
  const own = line.findLast((number) => opened(number).includes(path));
  const inner = (number: number) => opened(number).some((one) => one.startsWith(`${path}/`));
  return own ?? line.find(inner) ?? 0;
}

/**
 * The same by the id of a step: the one that was reached last; of one that holds others the first round. Undefined where
 * none was.
 */
export function reachedById(run: RunState, id: string): number | undefined {
  const line = lineTo(run, run.head);
  const opened = (number: number) => run.nodes[number]?.opened ?? [];
  const own = line.findLast((number) => opened(number).some((path) => lastId(path) === id));
  if (own !== undefined) return own;
  return line.find((number) =>
    opened(number).some((path) => path.split('/').some((name) => lastId(name) === id)),
  );
}

/** The id of the step at the end of a path, without its round. */
export function lastId(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');
}
