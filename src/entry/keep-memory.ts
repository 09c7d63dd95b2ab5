import type { HookDeps } from '../app/hook/context.ts';
import { writeIntoClientFile } from '../app/memory/client-file.ts';
import { memoryTemplate } from '../app/memory/template.ts';
import { updateMemory } from '../app/memory/update-memory.ts';
import type { HostEvent } from '../core/event.ts';
import type { MemoryMoment } from '../core/memory/progress.ts';
import type { MemorySection } from '../core/memory/template.ts';
import { openMemoryFile } from '../journal/memory-file.ts';
import { clientFiles } from '../platform/client-files.ts';
import { files } from '../platform/files.ts';
import {
  type Environment,
  stateFolder,
  statePaths,
  userMemoryTemplate,
} from '../platform/paths.ts';

/** The headings of a session's memory on this machine. */
export function templateOf(
  deps: HookDeps,
  event: HostEvent,
  env: Environment,
): readonly MemorySection[] {
  return memoryTemplate(files, {
    own: userMemoryTemplate(env),
    client: deps.host.ownMemory?.(event.transcriptPath, event.sessionId)?.template,
    project: deps.tasks.project,
    trust: statePaths(stateFolder(env)).trust,
  });
}

/**
 * Writes the memory of the event's session where it is time for it, and as a section into the client's own file where it
 * keeps one. `waitMs`: how long an update of the client is waited for. Returns the memory as written, undefined where it
 * was not.
 */
export async function keepMemory(
  deps: HookDeps,
  event: HostEvent,
  env: Environment,
  moment: MemoryMoment | 'now',
  waitMs = 0,
): Promise<string | undefined> {
  const store = openMemoryFile(deps.store.folder, deps.patterns);
  const text = updateMemory(deps, event, store, () => templateOf(deps, event, env), moment);
  const own = deps.host.ownMemory?.(event.transcriptPath, event.sessionId);
  if (text !== undefined && own !== undefined) {
    await writeIntoClientFile(clientFiles, own, text, waitMs);
  }
  return text;
}
