import type { AgentState } from '../../core/recovery/session-state.ts';
import type { SessionRole } from '../../core/role/role.ts';
import { type RoleNames, roleOfSkills } from '../../core/role/role-words.ts';
import { isFoldState, snapshotOf } from '../../core/snapshot/fold.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';

/**
 * The role of a session, as every command and the API say it: that of the journal, else the one that a skill in its record gave,
 * else regular.
 */
export function roleOf(
  agent: Pick<AgentState, 'role'>,
  snapshot: Pick<Snapshot, 'facts'> | undefined,
  names: RoleNames,
): SessionRole | { role: 'regular' } {
  if (agent.role !== undefined) return agent.role;
  const told = snapshot && roleOfSkills(snapshot, names);
  return told === undefined ? { role: 'regular' } : { ...told, by: 'skill' };
}

/** The facts as last written down: the running fold, else the journal's snapshot. */
export function storedSnapshot(
  fold: unknown,
  { snapshot }: Pick<AgentState, 'snapshot'>,
): Snapshot | undefined {
  if (isFoldState(fold)) return snapshotOf(fold);
  return isFoldState(snapshot?.state) ? snapshotOf(snapshot.state) : undefined;
}
