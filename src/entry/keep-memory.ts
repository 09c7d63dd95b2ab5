import type { HookDeps } from '../app/hook/context.ts';
import { memoryTemplate } from '../app/memory/template.ts';
import { updateMemory } from '../app/memory/update-memory.ts';
import type { HostEvent } from '../core/event.ts';
import type { MemoryMoment } from '../core/memory/progress.ts';
import type { MemorySection } from '../core/memory/template.ts';
import { openMemoryFile } from '../journal/memory-file.ts';
import { files } from '../platform/files.ts';
import {
  type Environment,
  stateFolder,
  statePaths,
  userMemoryTemplate,
} from '../platform/paths.ts';

/** The headings of a session's memory on this machine. */
export function templateOf(deps: HookDeps, env: Environment): readonly MemorySection[] {
  return memoryTemplate(files, {
    own: userMemoryTemplate(env),
    project: deps.tasks.project,
    trust: statePaths(stateFolder(env)).trust,
  });
}

/** Writes the memory of the event's session where it is time for it. Returns it as written, undefined where it was not. */
export async function keepMemory(
  deps: HookDeps,
  event: HostEvent,
  env: Environment,
  moment: MemoryMoment | 'now',
): Promise<string | undefined> {
  const store = openMemoryFile(deps.store.folder, deps.patterns);
  return updateMemory(deps, event, store, () => templateOf(deps, env), moment);
}
