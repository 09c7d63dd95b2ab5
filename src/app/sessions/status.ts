import { defaultConfig } from '../../core/config/defaults.ts';
import { receiptPhrase } from '../../core/recovery/receipt.ts';
import {
  compactionsOf,
  lastRecovery,
  mainAgent,
  newAgentState,
} from '../../core/recovery/session-state.ts';
import type { RoleNames } from '../../core/role/role-words.ts';
import { roleOf, storedSnapshot } from './role-of.ts';
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
  names: RoleNames = defaultConfig,
): SessionRow[] {
  return sessions.map((session) => rowOf(index, session, sizeOf, names));
}

function rowOf(
  index: SessionIndex,
  session: StoredSession,
  sizeOf: ContextSizeOf,
  names: RoleNames,
): SessionRow {
  const { state, skipped, fold } = index.read(session);
  const agent = state.agents[mainAgent] ?? newAgentState();
  const snapshot = storedSnapshot(fold, agent);
  const last = lastRecovery(agent);
  return {
    session: session.id,
    host: session.host,
    last: new Date(session.modifiedMs).toISOString(),
    role: roleOf(agent, snapshot, names).role,
    task: agent.task?.confidence === 'low' ? undefined : agent.task?.path,
    contextTokens:
      (agent.record === undefined ? undefined : sizeOf(session.host, agent.record)) ??
      snapshot?.summary.contextTokens,
    compactions: Math.max(compactionsOf(agent).length, snapshot?.summary.boundaries.length ?? 0),
    receipt: last && receiptPhrase(last),
    project: agent.project,
    ended: agent.ended !== undefined,
    skipped,
  };
}
