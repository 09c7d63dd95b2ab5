import type { CallEntry, FileShown, LedgerEntry } from './entry.ts';

/**
 * One entry for each id, in the order of the session, whatever arrives twice, late or out of order. The
 * result does not depend on the order of the given entries, and no time is looked at. What both the record and an
 * event told of has its place by the record; what only an event told of stands behind all that was told before it.
 */
export function reconcile(entries: Iterable<LedgerEntry>): LedgerEntry[] {
  const known = new Map<string, Sources>();
  for (const entry of entries) {
    const key = `${entry.source === 'claimed' ? 'claimed' : 'seen'} ${entry.agent ?? ''} ${entry.id}`;
    const sources = known.get(key) ?? {};
    if (sources.key === undefined) known.set(key, sources);
    sources.key = key;
    if (entry.source !== 'hook') sources.read = stronger(sources.read, entry);
    else if (entry.kind === 'call') addTold(sources, entry);
  }
  const all = [...known.values()];
  const places = placesOfTold(all);
  return all
    .flatMap((sources) => joined(sources, places) ?? [])
    .sort((a, b) => a.began - b.began || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** What is known of one call or answer, by where it comes from. */
interface Sources {
  key?: string;
  /** By the record, or as a claim. */
  read?: LedgerEntry;
  begin?: CallEntry;
  end?: CallEntry;
}

function addTold(sources: Sources, entry: CallEntry): void {
  const phase = entry.ended === undefined ? 'begin' : 'end';
  const old = sources[phase];
  // The event that came first is nearest to what it tells of.
  if (old === undefined || (entry.told ?? 0) < (old.told ?? 0)) sources[phase] = entry;
}

/** The stronger of two; where they tell as much, the one whose text comes first. It begins where the earlier one did. */
function stronger(a: LedgerEntry | undefined, b: LedgerEntry): LedgerEntry {
  if (a === undefined) return b;
  const difference = weight(b) - weight(a);
  const strongest =
    difference > 0 || (difference === 0 && JSON.stringify(b) < JSON.stringify(a)) ? b : a;
  const began = Math.min(a.began, b.began);
  return strongest.began === began ? strongest : { ...strongest, began };
}

function weight(entry: LedgerEntry): number {
  const isKnown = entry.kind === 'answer' || entry.outcome !== 'unknown';
  return (isKnown ? 2 : 0) + (entry.ended === undefined ? 0 : 1);
}

/** A line's part of the distance between two places of the record, which are whole numbers. */
const step = 1e-7;

/** The places of events' lines that the record has no place for, by their line. */
function placesOfTold(all: readonly Sources[]): Map<number, number> {
  const lines: { told: number; floor: number; record: number | undefined }[] = [];
  for (const { read, begin, end } of all) {
    const add = (line: CallEntry | undefined, record: number | undefined) => {
      if (line !== undefined) lines.push({ told: line.told ?? 0, floor: line.began, record });
    };
    add(begin, read?.began);
    add(end, read?.ended ?? read?.began);
  }
  lines.sort((a, b) => a.told - b.told);
  const places = new Map<number, number>();
  let last = 0;
  for (const { told, floor, record } of lines) {
    last = Math.max(last, floor, record ?? 0);
    places.set(told, last + told * step);
  }
  return places;
}

function joined(
  { read, begin, end }: Sources,
  places: ReadonlyMap<number, number>,
): LedgerEntry | undefined {
  const told = end ?? begin;
  if (told === undefined || read?.kind === 'answer') return read;
  const ended = read?.ended ?? (end === undefined ? undefined : places.get(end.told ?? 0));
  const began = read?.began ?? places.get((begin ?? told).told ?? 0) ?? 0;
  if (read?.kind === 'call' && (read.ended !== undefined || end === undefined)) {
    return end === undefined ? read : completed(read, end);
  }
  const { told: _, ...rest } = told;
  const entry: CallEntry = { ...rest, began };
  if (ended !== undefined) entry.ended = ended;
  return entry;
}

/** What the record tells, with what only the event could: files and output at the moment of the call's end. */
function completed(read: CallEntry, end: CallEntry): CallEntry {
  const entry = { ...read };
  if (read.exitCode === undefined && end.exitCode !== undefined && read.outcome === end.outcome) {
    entry.exitCode = end.exitCode;
  }
  if (end.output !== undefined && !end.output.cut && (read.output?.cut || !read.output)) {
    entry.output = end.output;
  }
  if (read.changed !== undefined && end.changed !== undefined) {
    const then = new Map(end.changed.map((file) => [file.path, file]));
    entry.changed = read.changed.map((file) => then.get(file.path) ?? file);
  }
  const shown = [...(end.shown ?? []), ...(read.shown ?? [])];
  if (shown.length > 0) entry.shown = distinct(shown);
  return entry;
}

function distinct(shown: readonly FileShown[]): FileShown[] {
  return [...new Map(shown.map((one) => [JSON.stringify(one), one])).values()];
}
