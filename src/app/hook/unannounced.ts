import type { RecordView } from '../../core/recovery/record-view.ts';
import type { AgentState } from '../../core/recovery/session-state.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';

/**
 * The boundary of the compaction that an event tells of just now, where the record shows it already: the last one
 * that belongs to no recovery, with no model answer behind it.
 */
export function boundaryAtHand(agent: AgentState, view: RecordView): string | undefined {
  return view.answered ? undefined : unannounced(agent, view).at(-1)?.id;
}

/**
 * Boundaries in the record that belong to no recovery yet: compactions of which no event told. The first
 * one after a recovery that was armed by an event is that recovery's own.
 */
export function unannounced(agent: AgentState, view: RecordView): RecordView['boundaries'] {
  const known = new Set(agent.recoveries.map((recovery) => recovery.boundary));
  const unknown = view.boundaries.filter((boundary) => !known.has(boundary.id));
  const last = lastRecovery(agent);
  const owed = last !== undefined && last.boundary === undefined && last.by !== 'record';
  return owed ? unknown.slice(1) : unknown;
}
