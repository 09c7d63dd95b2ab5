import type { TaskReference } from '../snapshot/snapshot.ts';
import type { ActiveTask } from './task.ts';

const shownCalls = 10;

/** The text of a project's `precompact_state.json`, as its own tools read it. */
export function precompactText(
  task: ActiveTask | undefined,
  references: readonly TaskReference[],
  about: { host: string; session: string; now: string; fallback: string | undefined },
): string {
  const calls = references.slice(-shownCalls).map(({ tool, path, index }) => ({
    tool,
    path,
    call: index,
  }));
  const known = task?.document.source === 'manifest' ? task : undefined;
  const id = known && projectIdOf(known);
  const state = {
    active_project_id: id ?? null,
    confidence: id === undefined ? 'unknown' : known!.confidence,
    created_at: about.now,
    detection_method: known?.method ?? 'none',
    resume_file: known?.path ?? null,
    fallback_chain: about.fallback === undefined ? [] : [about.fallback],
    last_tool_calls: calls,
    session_id: about.session,
    written_by: `holdfast ${about.host}/${about.session}`,
  };
  return `${JSON.stringify(state, null, 2)}\n`;
}

/** The folder of the project, by which others find its manifest; else what the manifest says. */
export function projectIdOf({ path, document }: ActiveTask): string | undefined {
  return /\/(?:02-projects|projects)\/([^/]+)\//.exec(path)?.[1] ?? document.projectId;
}
