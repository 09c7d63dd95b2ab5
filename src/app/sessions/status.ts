import { receiptPhrase } from '../../core/recovery/receipt.ts';
import { lastRecovery, mainAgent, newAgentState } from '../../core/recovery/session-state.ts';
import { isFoldState, snapshotOf } from '../../core/snapshot/fold.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { SessionIndex, StoredSession } from './session-index.ts';

/** One line of `holdfast status`. */
export interface SessionRow {
  session: string;
  host: string;
  /** ISO time of the last entry. */
  last: string;
  role: string;
  task?: string;
  /** Tokens in the context as the host last told. */
  contextTokens?: number;
  compactions: number;
  /** The newest recovery in a phrase; absent when there was no compaction. */
  receipt?: string;
  project?: string;
  ended: boolean;
  /** Lines of the journal that were not understood. */
  skipped: number;
}

/** Tells the size of a session's context from the end of its record; undefined when that does not tell. */
export type ContextSizeOf = (host: string, record: string) => number | undefined;

/** A line for each session, of all unless some are given. Each has to be read, so give only those that are shown. */
export function statusRows(
  index: SessionIndex,
  sizeOf: ContextSizeOf,
  sessions: readonly StoredSession[] = index.list(),
): SessionRow[] {
  return sessions.map((session) => rowOf(index, session, sizeOf));
}

function rowOf(index: SessionIndex, session: StoredSession, sizeOf: ContextSizeOf): SessionRow {
  const { state, skipped, fold } = index.read(session);
  const agent = state.agents[mainAgent] ?? newAgentState();
  const snapshot = currentSnapshot(fold, agent.snapshot?.state);
  const last = lastRecovery(agent);
  return {
    session: session.id,
    host: session.host,
    last: new Date(session.modifiedMs).toISOString(),
    role: 'regular',
    task: agent.task?.confidence === 'low' ? undefined : agent.task?.path,
    contextTokens:
      (agent.record === undefined ? undefined : sizeOf(session.host, agent.record)) ??
      snapshot?.summary.contextTokens,
    compactions: Math.max(agent.recoveries.length, snapshot?.summary.boundaries.length ?? 0),
    receipt: last && receiptPhrase(last),
    project: agent.project,
    ended: agent.ended !== undefined,
    skipped,
  };
}

/** The facts as last written down: the running fold, else the journal's snapshot. */
function currentSnapshot(fold: unknown, stored: unknown): Snapshot | undefined {
  if (isFoldState(fold)) return snapshotOf(fold);
  return isFoldState(stored) ? snapshotOf(stored) : undefined;
}
