import { isInside } from '../task/path.ts';
import type { AgentState } from './session-state.ts';

/**
 * Keeps under which name a session knew its project's folder. Where this very folder has another name now, what is still to
 * be read is to be read there.
 */
export function keepPlace(agent: AgentState, path: string, inode: number | undefined): void {
  const others = (agent.places ?? []).filter((one) => one.path !== path);
  const before = inode === undefined ? undefined : others.findLast((one) => one.inode === inode);
  if (before !== undefined) movePaths(agent, before.path, path);
  agent.project = path;
  agent.places = [...others, { path, inode }];
}

function movePaths(agent: AgentState, from: string, to: string): void {
  const moved = (path: string): string =>
    isInside(path, from) ? to + path.slice(from.length) : path;
  for (const recovery of agent.recoveries) {
    for (const one of recovery.obligations) one.path = moved(one.path);
    recovery.missing = recovery.missing.map(moved);
    if (recovery.worktree) recovery.worktree = moved(recovery.worktree);
  }
  if (agent.task?.path) agent.task.path = moved(agent.task.path);
  if (agent.guarded) agent.guarded = agent.guarded.map(moved);
}
