import type { ConversationItem } from '../../core/conversation.ts';
import { type CollectState, collectItem, noteAnswer } from '../../core/ledger/collect.ts';
import { type LedgerEntry, never } from '../../core/ledger/entry.ts';
import type { LedgerMark, TakenBackLine } from '../../core/ledger/lines.ts';
import { reconcile } from '../../core/ledger/reconcile.ts';
import { withoutTakenBack } from '../../core/ledger/taken-back.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { afterRewind, type KnownLeft } from '../../core/rewind/known-left.ts';
import type { RecordReader } from '../../hosts/host.ts';
import { digest } from '../install/text.ts';
import type { Clock, Files, RecordSource } from '../ports.ts';
import type { LedgerStore } from './ledger-store.ts';
import { takenBackIn } from './taken-back-in.ts';

export interface LedgerDeps {
  files: Files;
  clock: Clock;
  records: RecordSource;
  ledger: LedgerStore;
}

export interface Ledger {
  /** Reconciled, in the order of the session. */
  entries: LedgerEntry[];
  /** Lines of the ledger that were not understood. */
  skipped: number;
  /** False when what is new could not be written down; it is in the entries all the same. */
  kept: boolean;
}

/** One record that a ledger follows. */
export interface FollowedRecord {
  path: string;
  reader(): RecordReader;
}

/** The records of a session: its own, and those of agents below it. */
export interface SessionRecords extends FollowedRecord {
  /** The records of agents that are there, given the agents that calls are known to have started. */
  agents?(started: readonly string[]): ({ agent: string } & FollowedRecord)[];
}

/**
 * Brings the ledger up to date with the records, each read from where its last reading ended. The session's own is read
 * behind those of its agents, so that what they show as ended surely was before whatever the session shows later.
 */
export function followLedger(deps: LedgerDeps, records: SessionRecords | undefined): Ledger {
  const { entries, mark, agents: marks, skipped, takenBack } = deps.ledger.read();
  const told = (all: readonly LedgerEntry[]) => withoutTakenBack(reconcile(all), takenBack);
  if (records === undefined) return { entries: told(entries), skipped, kept: true };
  const main = following(entries, mark, undefined);
  const below = new Map<string, Following>();
  const all = () => [...below.values(), main];
  do {
    const started = startedBy([...entries, ...all().flatMap(({ fresh }) => [...fresh.values()])]);
    for (const { agent, ...record } of records.agents?.(started) ?? []) {
      if (below.has(agent)) continue;
      below.set(agent, following(entries, marks.get(agent), agent));
      readOn(deps, below.get(agent)!, record);
    }
    if (!readOn(deps, main, records)) return { entries: told(entries), skipped, kept: true };
  } while (hasMore(records, entries, all(), below));
  if (main.state.turned) {
    const known = [...entries, ...main.fresh.values()];
    for (const one of below.values()) if (!isInBackground(one.agent, known)) breakOff(one);
  }
  const { clean } = deps.ledger;
  const fresh = all().flatMap((one) => linesOf(one, main.state.order).map(clean));
  const marked = all().filter((one) => one.next !== undefined && hasMoved(one));
  const left = all().flatMap(({ takenBack }) => takenBack ?? []);
  for (const line of left) takenBack.set(line.agent ?? '', line);
  const kept =
    fresh.length + marked.length + left.length === 0 ||
    deps.ledger.append([...fresh, ...left, ...marked.map((one) => one.next!)]);
  return { entries: told([...entries, ...fresh]), skipped, kept };
}

/** The reading of one record. */
interface Following {
  /** The whole ledger as it was read. */
  entries: readonly LedgerEntry[];
  agent: string | undefined;
  mark: LedgerMark | undefined;
  state: CollectState;
  fresh: Map<string, LedgerEntry>;
  /** Where the next reading goes on. */
  next?: LedgerMark;
  /** What of the record was taken back, where this reading met that. */
  takenBack?: TakenBackLine;
}

function following(
  entries: readonly LedgerEntry[],
  mark: LedgerMark | undefined,
  agent: string | undefined,
): Following {
  return { entries, agent, mark, state: stateOf(entries, mark, agent), fresh: new Map() };
}

/** False when the record cannot be read. */
function readOn(deps: LedgerDeps, one: Following, record: FollowedRecord): boolean {
  const rewound: { known?: KnownLeft } = {};
  const read = readNew(deps, one, record, (item) => {
    rewound.known = afterRewind(rewound.known, item);
  });
  if (read === undefined) return false;
  if (rewound.known === undefined) return true;
  // What was collected rests on turns that were taken back: once more, with what is known now.
  const { entries, mark, agent } = one;
  Object.assign(one, following(entries, mark, agent));
  delete one.next;
  const whole = takenBackIn(deps.records, record, cursorOf(one, record));
  if (whole === undefined) return false;
  one.takenBack = whole.found.line(agent);
  one.state.left = whole.left;
  if (whole.question === undefined) delete one.state.question;
  else one.state.question = whole.question;
  return readNew(deps, one, record, () => {}) !== undefined;
}

function cursorOf({ next, mark }: Following, record: FollowedRecord): StoredCursor | undefined {
  const last = next ?? mark;
  return last?.record === record.path ? last.cursor : undefined;
}

type OnRewind = (item: ConversationItem & { type: 'rewind' }) => void;

/** Collects what is new in a record. */
function readNew(
  deps: LedgerDeps,
  one: Following,
  record: FollowedRecord,
  onRewind: OnRewind,
): ReturnType<RecordSource> {
  const { state, fresh, agent } = one;
  const ports = {
    digest,
    readText: (path: string) => deps.files.readText(path),
    now: deps.clock.now().toISOString(),
  };
  const cursor = cursorOf(one, record);
  const read = deps.records(record.path, record.reader(), cursor, (item) => {
    if (item.type === 'rewind') onRewind(item);
    collectItem(state, item, ports, (entry) => {
      // Nobody answers questions of an agent below the session.
      if (agent === undefined || entry.kind === 'call') fresh.set(entry.id, entry);
    });
  });
  if (read === undefined) return undefined;
  const next: LedgerMark = {
    v: 1,
    kind: 'read',
    record: record.path,
    cursor: read.cursor,
    order: state.order,
  };
  if (agent !== undefined) next.agent = agent;
  if (state.cwd !== undefined) next.cwd = state.cwd;
  if (state.question !== undefined) next.question = state.question;
  one.next = next;
  return read;
}

function isInBackground(agent: string | undefined, known: readonly LedgerEntry[]): boolean {
  return known.some(
    (entry) => entry.kind === 'call' && entry.spawned === agent && entry.background,
  );
}

/**
 * Ends the calls of an agent that was broken off: behind a new turn of the person only one in the background goes on. What
 * was not known before this reading may have begun behind that turn.
 */
function breakOff({ state, fresh }: Following): void {
  for (const call of state.calls.values()) {
    if (fresh.has(call.id)) continue;
    if (call.ended !== undefined || call.over !== undefined || call.background) continue;
    state.order += 1;
    fresh.set(call.id, { ...call, over: state.order });
  }
}

/** What is new of a record. `seen`: the last place of the session, before which an agent's call was over that has ended. */
function linesOf({ agent, fresh }: Following, seen: number): LedgerEntry[] {
  if (agent === undefined) return [...fresh.values()];
  return [...fresh.values()].map((entry) => ({
    ...entry,
    agent,
    within: { from: 0, to: isOver(entry) ? seen : never },
  }));
}

function isOver(entry: LedgerEntry): boolean {
  return entry.ended !== undefined || (entry.kind === 'call' && entry.over !== undefined);
}

function hasMoved({ mark, next }: Following): boolean {
  return JSON.stringify(mark) !== JSON.stringify(next);
}

function startedBy(entries: readonly LedgerEntry[]): string[] {
  const started = entries.flatMap((entry) =>
    entry.kind === 'call' && entry.source !== 'claimed' ? (entry.spawned ?? []) : [],
  );
  return [...new Set(started)];
}

/** True when what was just read tells of an agent whose record is not read yet. */
function hasMore(
  records: SessionRecords,
  entries: readonly LedgerEntry[],
  all: readonly Following[],
  below: ReadonlyMap<string, Following>,
): boolean {
  const started = startedBy([...entries, ...all.flatMap(({ fresh }) => [...fresh.values()])]);
  return (records.agents?.(started) ?? []).some(({ agent }) => !below.has(agent));
}

function stateOf(
  entries: readonly LedgerEntry[],
  mark: LedgerMark | undefined,
  agent: string | undefined,
): CollectState {
  const state: CollectState = { order: mark?.order ?? 0, calls: new Map() };
  if (mark?.cwd !== undefined) state.cwd = mark.cwd;
  if (mark?.question !== undefined) state.question = mark.question;
  const read = entries.filter((entry) => entry.source === 'record' && entry.agent === agent);
  for (const entry of reconcile(read)) {
    state.order = Math.max(state.order, entry.began, entry.ended ?? 0);
    if (entry.kind === 'answer') noteAnswer(state, entry.question, entry.id, entry.verdict);
    if (entry.kind === 'call') {
      state.order = Math.max(state.order, entry.over ?? 0);
      state.calls.set(entry.id, entry);
    }
  }
  return state;
}
