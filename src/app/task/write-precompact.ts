import { precompactFile } from '../../core/task/precompact-state.ts';
import { precompactText } from '../../core/task/precompact-text.ts';
import type { HookContext } from '../hook/context.ts';
import type { TaskResolution } from './resolution.ts';

/** Writes the project's own state file before a compaction, where a setting asks for it. Whatever goes wrong: it is not written. */
export function writePrecompact(
  { config, event, host, nowMs, tasks, writeInProject }: HookContext,
  found: TaskResolution,
  references: Parameters<typeof precompactText>[1],
): void {
  if (config.precompactState !== 'write' || event.agentId !== undefined) return;
  const task = found.none ? found.shown : found.task;
  const now = new Date(nowMs).toISOString();
  const fallback = tasks.explicit();
  writeInProject?.(
    precompactFile,
    precompactText(task, references, { host: host.id, session: event.sessionId, now, fallback }),
  );
}
