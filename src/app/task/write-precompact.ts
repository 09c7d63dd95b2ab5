import { isOurState, precompactFile } from '../../core/task/precompact-state.ts';
import { precompactText, projectIdOf } from '../../core/task/precompact-text.ts';
import type { HookContext } from '../hook/context.ts';
import type { TaskResolution } from './resolution.ts';

/**
 * Writes the project's own state file before a compaction, where a setting asks for it. Whatever goes wrong: it is not written.
 * Where no project is known, what another program wrote stays.
 */
export function writePrecompact(
  { config, event, host, nowMs, tasks, writeInProject }: HookContext,
  found: TaskResolution,
  references: Parameters<typeof precompactText>[1],
): void {
  if (config.precompactState !== 'write' || event.agentId !== undefined) return;
  const task = found.none ? found.shown : found.task;
  const isKnown = task?.document.source === 'manifest' && projectIdOf(task) !== undefined;
  const now = new Date(nowMs).toISOString();
  const fallback = tasks.explicit();
  writeInProject?.(
    precompactFile,
    precompactText(task, references, { host: host.id, session: event.sessionId, now, fallback }),
    isKnown ? undefined : isOurState,
  );
}
