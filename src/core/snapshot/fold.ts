import type { ConversationItem } from '../conversation.ts';
import { type Fact, factKinds, type Provenance } from '../fact.ts';
import { afterRewind, forAnew, isKnownLeft, type KnownLeft } from '../rewind/known-left.ts';
import { isLeft } from '../rewind/left.ts';
import { boundaryId } from './boundary-id.ts';
import { closeCall, openCall } from './calls.ts';
import { choiceBy } from './choices.ts';
import { type FamilyName, type FamilyStates, families } from './families.ts';
import type { Family, FoldContext, KnownCall } from './family.ts';
import { keep } from './family.ts';
import { keepTakenBack } from './files.ts';
import { foldVersion } from './fold-version.ts';
import { lengths, limits } from './limits.ts';
import { openQuestion } from './questions.ts';
import { saidByPerson } from './said.ts';
import { meet, newSeen, type Seen, wasMet } from './seen.ts';
import type { Snapshot, SnapshotSummary } from './snapshot.ts';
import { summaryOf } from './summary.ts';
import { newTable, putRow, type Table } from './table.ts';

type Boundary = SnapshotSummary['boundaries'][number];

/**
 * Everything that is known of a session, as plain data: it survives `JSON.parse(JSON.stringify(state))`
 * unchanged, so that a later compaction goes on from it and reads only what is new. Under 400,000 bytes.
 */
export interface FoldState {
  version: typeof foldVersion;
  seen: Seen;
  /** The row at hand, since one row can become several items. */
  row?: { key: string; offset: number; copy: boolean };
  segment: number;
  calls: number;
  pending: Table<KnownCall>;
  boundaries: Table<Boundary>;
  /** Time of the last boundary, in milliseconds since 1970. */
  boundaryMs?: number;
  contextSize?: number;
  model?: string;
  cwd?: string;
  /** Turns that were taken back; where it is stale, rows that were folded count no longer: see `foldAnew`. */
  rewound?: KnownLeft;
  families: FamilyStates;
}

const all = Object.entries(families) as [FamilyName, Family<unknown>][];

export function newFold(): FoldState {
  return {
    version: foldVersion,
    seen: newSeen(),
    segment: 0,
    calls: 0,
    pending: newTable(),
    boundaries: newTable(),
    families: Object.fromEntries(
      all.map(([name, family]) => [name, family.initial()]),
    ) as unknown as FamilyStates,
  };
}

/** The fold to begin with where the record of a stale one is read once more from its start. */
export function foldAnew({ rewound }: FoldState): FoldState {
  const state = newFold();
  if (rewound !== undefined) state.rewound = forAnew(rewound);
  return state;
}

/** Where rows were removed from a record: what they did to files is done all the same, and stands in the older fold only. */
export function keepFilesOf(older: FoldState, state: FoldState): void {
  keepTakenBack(older.families.files, state.families.files);
}

/** True for a state that this version can go on from. */
export function isFoldState(value: unknown): value is FoldState {
  if (!hasShape(value, newFold())) return false;
  const { rewound } = value as FoldState;
  return rewound === undefined || isKnownLeft(rewound);
}

/** True when a value has every part of the model, each of the model's type. Rows inside tables are not looked at. */
function hasShape(value: unknown, model: unknown): boolean {
  if (typeof model !== 'object' || model === null) {
    return model === foldVersion ? value === foldVersion : typeof value === typeof model;
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) !== Array.isArray(model)
  ) {
    return false;
  }
  return Object.entries(model).every(([name, part]) =>
    hasShape((value as Record<string, unknown>)[name], part),
  );
}

/**
 * Takes one item in. Changes the state that it is given. A copy of an earlier row changes nothing. Of turns that were taken
 * back only what they did to files counts, and what is no part of the conversation: the folder, the mode, compactions.
 */
export function foldItem(state: FoldState, item: ConversationItem): void {
  if (item.type === 'rewind') {
    state.rewound = afterRewind(state.rewound, item);
    return;
  }
  const takenBack = state.rewound !== undefined && isLeft(state.rewound.left, item.at.offset);
  if (takenBack && !outlives.has(item.type)) return;
  if (item.type === 'usage') {
    if (!item.replayed) usage(state, item);
    return;
  }
  if (item.type === 'summary' || item.type === 'injected-context' || item.type === 'attached-file')
    return;
  if (isCopy(state, item)) return;
  if (item.type === 'place' && item.cwd) state.cwd = keep(item.cwd, 500);
  const context = contextOf(state, item);
  if (context === undefined) return;
  if (takenBack && (item.type === 'call' || item.type === 'result')) {
    context.takenBack = true;
    families.files.step(state.families.files, item, context);
    return;
  }
  for (const [name, family] of all) family.step(state.families[name], item, context);
  if (item.type === 'boundary') boundary(state, item, context.from);
}

/** What of a turn outlives its being taken back; of calls and results only what they did to files. */
const outlives: ReadonlySet<ConversationItem['type']> = new Set([
  'place',
  'mode',
  'boundary',
  'background-ended',
  'call',
  'result',
]);

/** What is known at this moment. Facts stand in the order of `factKinds`, within a kind oldest first; commands most useful first. */
export function snapshotOf(state: FoldState): Snapshot {
  const facts = all.flatMap(([name, family]) =>
    family.facts(state.families[name], { calls: state.calls }),
  );
  const byKind = new Map<string, Fact[]>(factKinds.map((kind) => [kind, []]));
  for (const fact of facts) byKind.get(fact.kind)?.push(fact);
  return { facts: [...byKind.values()].flat(), summary: summaryOf(state) };
}

function usage(state: FoldState, item: ConversationItem & { type: 'usage' }): void {
  state.contextSize = item.contextTokens;
  if (item.model) state.model = keep(item.model, 100);
}

/** How far a row may lie before the last boundary and still be new: some are written late. */
const lateMs = 600_000;

/** Items without an id of their own are known by their place. */
function isCopy(state: FoldState, item: ConversationItem): boolean {
  if (item.replayed) return true;
  if (item.type === 'background-ended') return false;
  const key = item.id ?? `@${item.at.offset}`;
  const { row } = state;
  if (row !== undefined && row.key === key && row.offset === item.at.offset) return row.copy;
  // A result is known by its call, and what is only about the place says nothing of its row.
  if (item.type === 'place' || item.type === 'mode') return wasMet(state.seen, key);
  if (item.type === 'result') return false;
  const copy = meet(state.seen, key) || (item.type !== 'user' && isOld(state, item.time));
  state.row = { key: keep(key, 100), offset: item.at.offset, copy };
  return copy;
}

/** True for the time of a row that was surely written before the last boundary. */
function isOld(state: FoldState, time: string | undefined): boolean {
  if (time === undefined || state.boundaryMs === undefined) return false;
  return Date.parse(time) < state.boundaryMs - lateMs;
}

/** Undefined where the item is about nothing that is known: a call seen before, a result without its call. */
function contextOf(state: FoldState, item: ConversationItem): FoldContext | undefined {
  const from: Provenance = {
    source: 'record',
    offset: item.at.offset,
    line: item.at.line,
    segment: state.segment,
  };
  if (item.time !== undefined) from.time = item.time.slice(0, 40);
  const context: FoldContext = { segment: state.segment, calls: state.calls, from };
  if (state.cwd !== undefined) context.cwd = state.cwd;
  if (item.type === 'assistant') context.told = keep(item.text.slice(-lengths.told), lengths.told);
  if (item.type === 'call') {
    const id = item.call.id ?? `${item.id ?? item.at.offset}/${item.call.name}`;
    if (meet(state.seen, `call ${id}`)) return undefined;
    context.call = openCall(state.pending, item, id, state.calls, state.cwd, from);
    state.calls += 1;
  } else if (item.type === 'result') {
    const call = closeCall(state.pending, item.result.callId);
    if (call === undefined) return undefined;
    context.call = call;
  } else if (item.type === 'user') {
    const said = saidByPerson(item);
    if (said !== undefined) {
      context.said = said;
      const open = openQuestion(state.families.questions);
      if (open !== undefined) context.question = open.text;
      const choice = choiceBy(state.families.choices, said);
      if (choice !== undefined) context.choice = choice;
    }
  }
  return context;
}

function boundary(
  state: FoldState,
  item: ConversationItem & { type: 'boundary' },
  from: Provenance,
): void {
  state.segment += 1;
  const row: Boundary = {
    id: boundaryId(item),
    trigger: item.trigger,
    offset: item.at.offset,
  };
  if (from.time !== undefined) {
    row.time = from.time;
    const ms = Date.parse(from.time);
    if (!Number.isNaN(ms)) state.boundaryMs = ms;
  }
  if (item.tokensBefore !== undefined) row.tokensBefore = item.tokensBefore;
  putRow(state.boundaries, row.id, row, limits.boundaries);
}
