import { gatherPassages } from '../app/at-hand/gather-passages.ts';
import type { HookDeps } from '../app/hook/context.ts';
import { forgottenFrom } from '../app/recall/forgotten.ts';
import type { HostEvent } from '../core/event.ts';
import { openPassages } from '../journal/passages-file.ts';
import { files } from '../platform/files.ts';
import { type Environment, stateFolder, statePaths } from '../platform/paths.ts';

/** Takes in what was said before a compaction, so that prompts behind it can bring it up. */
export async function keepPassages(
  deps: HookDeps,
  event: HostEvent,
  env: Environment,
): Promise<void> {
  const store = openPassages(deps.store.folder, deps.patterns);
  const { forgotten } = statePaths(stateFolder(env));
  gatherPassages(deps, event, store, forgottenFrom(files.readText(forgotten)));
}
