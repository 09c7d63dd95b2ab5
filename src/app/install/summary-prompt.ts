import type { HostInstall } from '../../core/install/host-install.ts';
import type { PromptStanding, SummaryPrompt } from '../../core/install/summary-prompt.ts';
import { type Ask, askServer, type Unknown } from './ask-server.ts';
import type { InstallContext } from './context.ts';
import { rememberWrite } from './host-writes.ts';
import { readExact } from './text.ts';

/** A host that can be told by what to summarise. */
export type Prompted = HostInstall & { summaryPrompt: SummaryPrompt };

export function takesPrompt(install: HostInstall): install is Prompted {
  return install.summaryPrompt !== undefined;
}

/** By what the host summarises now, by its own word. */
export async function promptStanding(
  context: InstallContext,
  install: Prompted,
): Promise<PromptStanding | Unknown> {
  const { summaryPrompt } = install;
  return askServer(context, install, summaryPrompt.serverArgs, (ask) =>
    summaryPrompt.standing(ask, context.place.project),
  );
}

/**
 * Has the host summarise by our prompt, which a person agreed to, and keeps by what that is undone. One that the person
 * has already stays.
 */
export async function setPrompt(
  context: InstallContext,
  install: Prompted,
  file: string,
): Promise<PromptStanding | Unknown> {
  const { summaryPrompt } = install;
  const kept = summaryPrompt.keptIn(context.place);
  const before = readExact(context.disk, kept);
  const set = async (ask: Ask): Promise<PromptStanding> => {
    const found = await summaryPrompt.standing(ask, context.place.project);
    if (found.state === 'ours' || found.state === 'other') return found;
    await summaryPrompt.write(ask);
    return summaryPrompt.standing(ask, context.place.project);
  };
  const standing = await askServer(context, install, summaryPrompt.serverArgs, set, kept);
  const after = readExact(context.disk, kept).text;
  if (after !== before.text)
    rememberWrite(context, install, file, { kept, keys: [], before, after });
  return standing;
}
