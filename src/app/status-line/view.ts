import type { HostEvent } from '../../core/event.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { agentState, lastRecovery, type SessionState } from '../../core/recovery/session-state.ts';
import { type FoldState, isFoldState, newFold, snapshotOf } from '../../core/snapshot/fold.ts';
import { isStanding, withRuleChoices } from '../../core/snapshot/rule-choices.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { StatusLineView } from '../../core/status-line/line.ts';
import { findRecord } from '../find-record.ts';
import { type FoldStart, foldRecord } from '../fold-record.ts';
import type { HookDeps } from '../hook/context.ts';

/** The name under which the facts are kept for the status line: no agent has such a one. */
const ownFold = 'status line';

/** Events behind which the record is read; at the others what was read last is told. */
const reads: ReadonlySet<HostEvent['type']> = new Set([
  'session.started',
  'compaction.finished',
  'turn.ending',
]);

/**
 * What the status line tells after an event. Reads the record by a cursor of its own, so that no hook takes a compaction for seen;
 * this takes as long as reading takes, so it is done where nobody waits.
 */
export function statusLineView(deps: HookDeps, event: HostEvent): StatusLineView {
  const { state } = deps.store.load();
  return viewOf(state, reads.has(event.type) ? follow(deps, event) : known(deps));
}

/** What the status line tells of a session by its journal and its facts. */
export function viewOf(state: SessionState, snapshot: Snapshot | undefined): StatusLineView {
  const agent = agentState(state, undefined);
  const boundaries = snapshot?.summary.boundaries.length ?? 0;
  const facts = snapshot && withRuleChoices(snapshot, state.rules ?? {}).facts;
  const path = agent.role?.ticket;
  const name = path?.replace(/^.*[/\\]/, '').replace(/\.md$/, '');
  return {
    compactions: Math.max(agent.recoveries.length, boundaries),
    recovering: isOpen(lastRecovery(agent)),
    ...(name === undefined ? {} : { ticket: name }),
    ...(facts === undefined ? {} : { rules: facts.filter(isStanding).length }),
  };
}

/** From how many percent on it is to be told that a compaction is near; undefined where it was told, or nobody wants it. */
export function noticeDue(
  state: SessionState,
  { compactionNotice }: Pick<HookDeps['config'], 'compactionNotice'>,
): number | undefined {
  return agentState(state, undefined).near ? undefined : Number(compactionNotice) || undefined;
}

function known({ store }: HookDeps): Snapshot | undefined {
  const kept = store.readFold(ownFold)?.state;
  return isFoldState(kept) ? snapshotOf(kept) : undefined;
}

function follow(deps: HookDeps, event: HostEvent): Snapshot | undefined {
  const { store, files, host, records } = deps;
  const path = findRecord(files, host, event);
  if (path === undefined) return known(deps);
  const begin = (): FoldStart => {
    const kept = store.readFold(ownFold);
    return kept !== undefined && isFoldState(kept.state)
      ? { cursor: kept.cursor, state: kept.state as FoldState }
      : { cursor: undefined, state: newFold() };
  };
  const folded = foldRecord(
    records,
    path,
    () => host.reader(),
    begin,
    () => {},
  );
  if (folded === undefined) return known(deps);
  const { read, state } = folded;
  store.writeFold(ownFold, { cursor: read.cursor, state, lastAnswer: -1, plans: 0 });
  return snapshotOf(state);
}
