import type { InitTarget } from '../../app/install/init.ts';
import {
  type Prompted,
  promptStanding,
  setPrompt,
  takesPrompt,
} from '../../app/install/summary-prompt.ts';
import type { CliContext } from './context.ts';

/** How a person answers, or may be asked, whether a host's whole prompt for summaries is replaced. */
export interface PromptWish {
  /** The person said so by the flag. */
  agreed: boolean;
  /** The person may be asked. */
  mayAsk: boolean;
  /** An agent may be the one who runs this. */
  inside: boolean;
}

/** The intention, for hosts that can be told by what to summarise. */
export function promptLines(context: CliContext, targets: readonly InitTarget[]): string[] {
  return targets.flatMap(({ install, scope }) => {
    if (!takesPrompt(install) || scope !== 'user') return [];
    const { setting, keptIn } = install.summaryPrompt;
    const file = keptIn(context.install.place);
    return [
      `  - have ${install.title} summarise by Holdfast's prompt in the place of its own, unless you have set one (${setting} in ${file})`,
    ];
  });
}

/** Has hosts summarise by our prompt where the person agrees to that by itself, and says what came of it. */
export async function offerSummaryPrompt(
  context: CliContext,
  targets: readonly InitTarget[],
  wish: PromptWish,
): Promise<string[]> {
  if (!wish.agreed && !wish.mayAsk) return [];
  const lines: string[] = [];
  for (const { install, file, scope } of targets) {
    if (!takesPrompt(install)) {
      if (wish.agreed)
        lines.push(`${install.title} has no setting for the prompt of its summaries.`);
    } else if (scope !== 'user') {
      if (wish.agreed) lines.push(`${kept(install)}: it counts for all you do (--scope user).`);
    } else if (wish.inside) {
      if (wish.agreed) lines.push(`${kept(install)}: a person has to agree, outside of a session.`);
    } else lines.push(...(await offer(context, install, file, wish)));
  }
  return lines;
}

async function offer(
  context: CliContext,
  install: Prompted,
  file: string,
  { agreed }: PromptWish,
): Promise<string[]> {
  const { setting, reach } = install.summaryPrompt;
  if (!agreed) {
    const now = await promptStanding(context.install, install);
    if (now.state !== 'absent' && now.state !== 'older') return [];
    const question = `${install.title} can summarise by Holdfast's prompt in the place of its own whole one (${setting}). ${reach} Replace it?`;
    if (!(await context.ask(question))) return [];
  }
  const standing = await setPrompt(context.install, install, file);
  switch (standing.state) {
    case 'ours':
      return [`${install.title}: summarises by Holdfast's prompt (${setting}). ${reach}`];
    case 'other':
      return [`${kept(install)}: you have set ${standing.setting}, which is left as it is.`];
    case 'unknown':
      return [`${kept(install)}: it could not be asked: ${standing.why}.`];
    default:
      return [`${kept(install)}: it did not take the setting ${setting}.`];
  }
}

function kept(install: Prompted): string {
  return `${install.title} keeps its prompt for summaries`;
}
