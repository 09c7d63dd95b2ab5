import { newRecordView, viewItem } from '../../core/recovery/record-view.ts';
import { mainAgent } from '../../core/recovery/session-state.ts';
import type { HookContext } from './context.ts';
import type { Followed } from './record.ts';

/**
 * True when a compaction that names no agent is really that of a subagent: one of the session's
 * subagents has a boundary in its record that no recovery knows, and the main record has none that is new.
 */
export function isSubagentsOwn(context: HookContext, followed: Followed): boolean {
  if (followed.view.boundaries.length > 0 && !followed.firstSight) return false;
  const { host, event, state } = context;
  const sample = host.recordPath(event.transcriptPath, '*', event.sessionId);
  // Without a place for the agent's id the payload itself names the record of the subagent.
  if (!sample?.includes('*')) return false;
  const folder = sample.slice(0, sample.lastIndexOf('/'));
  const [before, after] = sample.slice(folder.length + 1).split('*');
  if (state.agents[mainAgent]?.expected !== undefined && context.files.list(folder).length === 0)
    return false;
  return context.files.list(folder).some((name) => {
    if (!name.startsWith(before!) || !name.endsWith(after!)) return false;
    const agentId = name.slice(before!.length, name.length - after!.length);
    return hasNewBoundary(context, `${folder}/${name}`, agentId);
  });
}

function hasNewBoundary(context: HookContext, path: string, agentId: string): boolean {
  const agent = context.state.agents[agentId];
  const known = new Set(agent?.recoveries.map((recovery) => recovery.boundary));
  const owed = agent?.recoveries.filter((recovery) => recovery.boundary === undefined).length ?? 0;
  const view = newRecordView();
  context.records(path, context.host.reader({ subagent: true }), undefined, (item) =>
    viewItem(view, item),
  );
  const unknown = view.boundaries.filter((boundary) => !known.has(boundary.id)).length;
  return unknown > owed && !view.answered;
}
