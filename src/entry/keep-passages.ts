import { gatherPassages } from '../app/at-hand/gather-passages.ts';
import type { HookDeps } from '../app/hook/context.ts';
import { forgottenFrom } from '../app/recall/forgotten.ts';
import { commandForm, type Worked } from '../core/at-hand/worked.ts';
import type { HostEvent } from '../core/event.ts';
import { agentState } from '../core/recovery/session-state.ts';
import { type FoldState, isFoldState } from '../core/snapshot/fold.ts';
import { workingCommands } from '../core/snapshot/works.ts';
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
  const { snapshot } = agentState(deps.store.load().state, undefined);
  store.writeWorked(isFoldState(snapshot?.state) ? workedIn(snapshot.state) : []);
  const { forgotten } = statePaths(stateFolder(env));
  gatherPassages(deps, event, store, forgottenFrom(files.readText(forgotten)));
}

function workedIn({ families }: FoldState): Worked[] {
  return workingCommands(families.works).map(({ failed, form, line }) => ({
    failed: commandForm(failed),
    worked: form,
    line,
  }));
}
