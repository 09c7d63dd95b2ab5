import { beganIn, withoutCopies, withSpans } from './agent-spans.ts';
import { type CallEntry, type FileShown, type LedgerEntry, never } from './entry.ts';

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
  const found = all.flatMap((sources) => joined(sources, places) ?? []);
  return withSpans(withoutCopies(found)).sort(inOrder);
}

/** An agent's calls stand behind the call that started it, in their own order. */
function inOrder(a: LedgerEntry, b: LedgerEntry): number {
  return (
    beganIn(a) - beganIn(b) ||
    compared(a.agent ?? '', b.agent ?? '') ||
    a.began - b.began ||
    compared(a.id, b.id)
  );
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
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
  const within = narrower(a.within, b.within);
  const same = strongest.began === began && strongest.within?.to === within?.to;
  return same ? strongest : { ...strongest, began, ...(within === undefined ? {} : { within }) };
}

/** Both bounds hold, whichever line they stand in: one without an end has none behind it. */
function narrower(a: LedgerEntry['within'], b: LedgerEntry['within']): LedgerEntry['within'] {
  if (a === undefined || b === undefined) return a ?? b;
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function weight(entry: LedgerEntry): number {
  const isKnown = entry.kind === 'answer' || entry.outcome !== 'unknown';
  const isOver = entry.kind === 'call' && entry.over !== undefined;
  return (isKnown ? 4 : 0) + (entry.ended === undefined ? 0 : 2) + (isOver ? 1 : 0);
}

/** A line's part of the distance between two places of the record, which are whole numbers. */
const step = 1e-7;

/** Where lines of events stand that the record has no place for, and between which places of the session agents' do. */
interface Places {
  of: Map<number, number>;
  session: Map<number, { before: number; at: number }>;
}

function placesOfTold(all: readonly Sources[]): Places {
  const lines: { line: CallEntry; told: number; record: number | undefined }[] = [];
  for (const { read, begin, end } of all) {
    const add = (line: CallEntry | undefined, record: number | undefined) => {
      if (line !== undefined) lines.push({ line, told: line.told ?? 0, record });
    };
    add(begin, read?.began);
    add(end, read?.ended ?? read?.began);
  }
  lines.sort((a, b) => a.told - b.told);
  const places: Places = { of: new Map(), session: new Map() };
  const last = new Map<string, number>();
  for (const { line, told, record } of lines) {
    const agent = line.agent ?? '';
    const place = Math.max(last.get(agent) ?? 0, line.began, record ?? 0);
    last.set(agent, place);
    places.of.set(told, place + told * step);
    const session = Math.max(last.get('') ?? 0, line.within?.from ?? 0);
    last.set('', session);
    places.session.set(told, { before: session, at: session + told * step });
  }
  return places;
}

function joined({ read, begin, end }: Sources, places: Places): LedgerEntry | undefined {
  const told = end ?? begin;
  if (told === undefined || read?.kind === 'answer') return read;
  if (read?.kind === 'call' && (read.ended !== undefined || end === undefined)) {
    return end === undefined ? read : completed(read, end);
  }
  const { told: _, ...rest } = told;
  const entry: CallEntry = {
    ...rest,
    began: read?.began ?? places.of.get((begin ?? told).told ?? 0) ?? 0,
  };
  const ended = end === undefined ? undefined : places.of.get(end.told ?? 0);
  if (ended !== undefined) entry.ended = ended;
  if (entry.agent !== undefined) {
    entry.within = {
      from: begin === undefined ? 0 : (places.session.get(begin.told ?? 0)?.before ?? 0),
      to: end === undefined ? never : (places.session.get(end.told ?? 0)?.at ?? never),
    };
  }
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
  // Lines that the record does not show were put before nobody, whatever an event says.
  const inRecord = new Set((read.shown ?? []).map(linesOf));
  const told = (end.shown ?? []).filter((one) => inRecord.has(linesOf(one)));
  const shown = [...told, ...(read.shown ?? [])];
  if (shown.length > 0) entry.shown = distinct(shown);
  return entry;
}

function linesOf({ path, ranges }: FileShown): string {
  return JSON.stringify([path, ranges]);
}

function distinct(shown: readonly FileShown[]): FileShown[] {
  return [...new Map(shown.map((one) => [JSON.stringify(one), one])).values()];
}
