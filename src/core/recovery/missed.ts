import type { SnapshotSummary } from '../snapshot/snapshot.ts';
import { userTime } from '../time-text.ts';
import { untrusted } from '../trust/untrusted.ts';
import { isFired, type Recovery } from './recovery.ts';
import type { AgentState } from './session-state.ts';

type Boundary = SnapshotSummary['boundaries'][number];

/** A compaction that the record shows, and that no event of the host told of. */
export interface MissedBoundary {
  boundary: string;
  /** ISO time, where the record tells it. */
  at?: string;
  trigger: string;
}

/** How what fired stands to what the record shows, of compactions since the session was first heard of. */
export interface Heard {
  /** In the record. */
  boundaries: number;
  /** Of these, told of by an event of the host. */
  fired: number;
  /** Found in the record later, by an event of another kind. */
  found: number;
  /** Those that were found so. */
  late: MissedBoundary[];
  missed: MissedBoundary[];
  /** Those before the first event of the session: no brief could go out. Not counted in `boundaries`. */
  before: MissedBoundary[];
  /** The last one is not heard of yet, and no model answer follows it: the next event finds it. */
  waiting?: true;
}

/** A boundary is written about when its events come; a recovery this much older or newer is another's. */
const nearMs = 15 * 60_000;

/**
 * Compares the boundaries of a record with the recoveries of its agent. What the record showed before the session was heard of
 * for the first time is history. Boundaries without a time count only where the session began before our eyes.
 */
export function heardOf(
  {
    boundaries,
    answeredAfterBoundary,
  }: Pick<SnapshotSummary, 'boundaries' | 'answeredAfterBoundary'>,
  agent: Pick<AgentState, 'recoveries' | 'sources'>,
): Heard {
  const { recoveries, sources } = agent;
  const since = firstHeard(agent);
  const began = sources[0]?.source === 'startup';
  const own = boundaries.filter(({ time }) =>
    time === undefined ? began : since !== undefined && time >= since,
  );
  const before = boundaries.filter(
    ({ time, id }) =>
      time !== undefined &&
      since !== undefined &&
      time < since &&
      !recoveries.some((recovery) => recovery.boundary === id),
  );
  const known = new Map<string, Recovery>();
  for (const recovery of recoveries) {
    if (recovery.boundary !== undefined) known.set(recovery.boundary, recovery);
  }
  for (const recovery of recoveries) {
    if (recovery.boundary !== undefined) continue;
    const boundary = nearest(
      own.filter(({ id }) => !known.has(id)),
      recovery,
    );
    if (boundary !== undefined) known.set(boundary.id, recovery);
  }
  // The event of a compaction may be the first of its session, a moment after the boundary was written.
  const newest = before.at(-1);
  if (
    newest !== undefined &&
    recoveries[0] !== undefined &&
    recoveries[0].boundary === undefined &&
    ![...known.values()].includes(recoveries[0]) &&
    nearest([newest], recoveries[0]) !== undefined
  )
    before.pop();
  const heard = own.flatMap(({ id }) => known.get(id) ?? []);
  const fired = heard.filter(isFired).length;
  const unknown = own.filter(({ id }) => !known.has(id));
  const waiting = !answeredAfterBoundary && unknown.length > 0 && unknown.at(-1) === own.at(-1);
  if (waiting) unknown.pop();
  return {
    boundaries: own.length,
    fired,
    found: heard.length - fired,
    late: own
      .filter(({ id }) => {
        const recovery = known.get(id);
        return recovery !== undefined && !isFired(recovery);
      })
      .map(missedOf),
    missed: unknown.map(missedOf),
    before: before.map(missedOf),
    ...(waiting ? { waiting } : {}),
  };
}

function missedOf({ id, time, trigger }: Boundary): MissedBoundary {
  return { boundary: id, ...(time === undefined ? {} : { at: time }), trigger };
}

/** ISO time of the first thing that the journal tells. */
function firstHeard({
  recoveries,
  sources,
}: Pick<AgentState, 'recoveries' | 'sources'>): string | undefined {
  const [first] = recoveries;
  const times = [sources[0]?.at, first?.announced?.at, first?.armedAt];
  return times.filter((time) => time !== undefined).sort()[0];
}

/** The boundary that a recovery without one belongs to: the nearest in time, else the first. */
function nearest(boundaries: readonly Boundary[], { armedAt }: Recovery): Boundary | undefined {
  const armed = Date.parse(armedAt);
  let best: { boundary: Boundary; away: number } | undefined;
  for (const boundary of boundaries) {
    const away = boundary.time === undefined ? 0 : Math.abs(Date.parse(boundary.time) - armed);
    if (away <= nearMs && away < (best?.away ?? Number.POSITIVE_INFINITY))
      best = { boundary, away };
  }
  return best?.boundary;
}

/** What was heard, in words. */
export function heardText({ boundaries, fired, found, missed, before, waiting }: Heard): string {
  const all = boundaries + before.length;
  const parts = [`an event told of ${fired}`];
  if (before.length > 0) parts.unshift(`${before.length} before the first event of this session`);
  if (found > 0) parts.push(`${found} found in the transcript later`);
  if (missed.length > 0) parts.push(`${missed.length} missed`);
  if (waiting) parts.push('the last one waits for the next event');
  return `${all} ${all === 1 ? 'compaction' : 'compactions'} in the transcript: ${parts.join(', ')}`;
}

/** The same as lines of a session's receipts. */
export function heardLines(heard: Heard): string[] {
  if (heard.boundaries + heard.before.length === 0) return [];
  return [
    heardText(heard),
    ...heard.before.map(
      (one) => `  before       ${named(one)}: before the first event, no brief went out`,
    ),
    ...heard.late.map(
      (one) => `  found later  ${named(one)}: no event came when it happened, a later one found it`,
    ),
    ...heard.missed.map((one) => `  missed       ${named(one)}: no event came, no brief went out`),
  ];
}

function named({ at, trigger, boundary }: MissedBoundary): string {
  return `${at === undefined ? 'at an unknown time' : userTime(at, 'second')}  (${trigger}, ${untrusted(boundary, 60)})`;
}
