import type { StoredCursor } from '../../core/recovery/entry.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import { newRecordView, viewItem } from '../../core/recovery/record-view.ts';
import { isRoleOpen } from '../../core/role/role-words.ts';
import type { FoldState } from '../../core/snapshot/fold.ts';
import { isFoldState, newFold, snapshotOf } from '../../core/snapshot/fold.ts';
import { withRuleChoices } from '../../core/snapshot/rule-choices.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { findRecord } from '../find-record.ts';
import { type FoldStart, foldRecord } from '../fold-record.ts';
import type { FoldCache, LeftOut } from '../ports.ts';
import type { HookContext } from './context.ts';

/** The record read up to its present end. */
export interface Followed {
  snapshot: Snapshot;
  state: FoldState;
  cursor: StoredCursor | undefined;
  /** What is new since the last reading. */
  view: RecordView;
  /** True when this session's record was never read before. */
  firstSight: boolean;
  /** Identity of the record's last model answer. */
  tail: string;
  path: string | undefined;
  /** The record could not be read now: what came last is as it was known before, or not at all. */
  unread: boolean;
  /** What of the record was not looked at, as a sentence; undefined when nothing. */
  leftOut: string | undefined;
}

/**
 * Reads what is new in the record and adds it to the facts; the fold is kept for the next event. A record
 * that shrank or was replaced takes nothing away: its rows are added to what was known before.
 */
export function followRecord(context: HookContext): Followed {
  const { event, store, agent, host } = context;
  const path = findRecord(context.files, host, event);
  const cached = store.readFold(event.agentId);
  const kept = agent.snapshot && isFoldState(agent.snapshot.state) ? agent.snapshot : undefined;
  const begin = (found: FoldCache | undefined): FoldStart =>
    isUsable(found)
      ? { cursor: found.cursor, state: (found.state as FoldState | null) ?? newFold() }
      : (fromSnapshot(kept) ?? { cursor: undefined, state: before(context) ?? newFold() });
  let start: FoldStart | undefined = begin(cached);
  const first = start;
  const view = newRecordView();
  let lastAnswer = isUsable(cached) ? cached.lastAnswer : -1;
  // Only where another file stands in the record's place it is needed twice.
  const startOnce = (): FoldStart => {
    const given = start ?? begin(store.readFold(event.agentId));
    start = undefined;
    return given;
  };
  const reader = () => host.reader({ subagent: event.agentId !== undefined });
  const folded =
    path === undefined
      ? undefined
      : foldRecord(context.records, path, reader, startOnce, (item) => {
          viewItem(view, item);
          if (item.type === 'assistant' || item.type === 'call') lastAnswer = item.at.offset;
        });
  const read = folded?.read;
  const state = folded?.state ?? first.state;
  const cursor = read?.cursor ?? first.cursor;
  const snapshot = withRuleChoices(snapshotOf(state), context.state.rules ?? {});
  if (read && cursor) {
    const plans = snapshot.summary.acceptedPlans.length;
    const roleOpen = event.agentId === undefined && isRoleOpen(state, context.config);
    const cache = { cursor, state, lastAnswer, plans, ...(roleOpen && { roleOpen }) };
    context.reading.keep = () => store.writeFold(event.agentId, cache);
  }
  return {
    snapshot,
    state,
    cursor,
    view,
    firstSight: !isUsable(cached) && kept === undefined,
    tail: String(lastAnswer),
    path,
    unread: read === undefined,
    leftOut: read && leftOutOf(read),
  };
}

function isUsable(cached: FoldCache | undefined): cached is FoldCache {
  return cached !== undefined && (cached.state === null || isFoldState(cached.state));
}

function leftOutOf({ oversized = 0, passedOver = 0 }: Partial<LeftOut>): string | undefined {
  const parts = [
    ...(passedOver > 0 ? [`its first ${passedOver} bytes`] : []),
    ...(oversized > 0 ? [`${oversized} lines over 32 MB`] : []),
  ];
  return parts.length === 0 ? undefined : `not read of the record: ${parts.join(', ')}`;
}

function fromSnapshot(
  kept: { cursor: StoredCursor; state: unknown } | undefined,
): { cursor: StoredCursor; state: FoldState } | undefined {
  if (kept === undefined) return undefined;
  return { cursor: kept.cursor, state: structuredClone(kept.state) as FoldState };
}

/** The facts of the session that this one goes on from, where the host began a new one behind a compaction. */
function before({ event, store }: HookContext): FoldState | undefined {
  if (event.type !== 'session.started' || event.previousSessionId === undefined) return undefined;
  const state = store.readOtherFold(event.previousSessionId);
  if (!isFoldState(state)) return undefined;
  // Places of another record.
  delete state.rewound;
  return state;
}
