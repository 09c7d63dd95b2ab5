import { type BriefData, briefData } from '../../core/brief/brief-data.ts';
import type { Brief, BriefInput } from '../../core/brief/input.ts';
import { renderBrief } from '../../core/brief/render.ts';
import type { HostEvent } from '../../core/event.ts';
import { isOpen, isOwed } from '../../core/recovery/recovery.ts';
import { compactionsOf, lastRecovery } from '../../core/recovery/session-state.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { briefInput, wantedFiles } from '../hook/brief.ts';
import { contextOf, type HookDeps } from '../hook/context.ts';
import { gatherSource } from '../hook/source.ts';

/** How a brief is wanted that is only looked at. */
export interface BriefWish {
  /** Characters at most; the host's own limit stays the highest. */
  budget?: number;
  /** True when the session has state here that pointers may lead to. */
  stored: boolean;
}

/**
 * The very text that an agent of the session would get now. Of a recovery that is met or released it is shown
 * without its id, as nothing is held back for it any more. It points to nothing that is not there.
 */
export async function sessionBrief(
  deps: HookDeps,
  event: HostEvent,
  wish: BriefWish,
): Promise<{ text: string; inlined: string[]; data: BriefData }> {
  const context = contextOf(deps, event);
  const source = await gatherSource(context);
  const last = lastRecovery(context.agent);
  const wanted = wantedFiles(context, source);
  const input = briefInput(context, source, wanted, {
    id: isOpen(last) ? last.id : undefined,
    number: Math.max(
      compactionsOf(context.agent).length,
      source.snapshot.summary.boundaries.length,
    ),
    trigger: last?.trigger ?? 'unknown',
    stored: wish.stored,
  });
  const gated = input.gated && isOpen(last) && isOwed(last);
  const limit = context.host.capabilities.injectCharacters;
  const budget = wish.budget === undefined ? input.budget : Math.min(wish.budget, limit);
  const rulesPath = wish.stored ? context.store.rulesPath(event.agentId) : undefined;
  const brief = withRulesFile({ ...input, gated, budget }, rulesPath, (path) =>
    context.files.readText(path),
  );
  // As a hook's answers are: a person's own patterns are tried on what is told.
  const told = { text: brief.text, inlined: brief.inlined, data: briefData(input) };
  return redactDeep(told, deps.patterns);
}

/** Names the rules file only when it is there and holds every rule that is left out. */
function withRulesFile(
  input: BriefInput,
  rulesPath: string | undefined,
  read: (path: string) => string | undefined,
): Brief {
  const written = rulesPath === undefined ? undefined : read(rulesPath)?.split('\n');
  if (written !== undefined) {
    const brief = renderBrief({ ...input, rulesPath });
    const rules = brief.rulesFile.split('\n').filter((line) => line.startsWith('- '));
    if (rules.every((line) => written.includes(line))) return brief;
  }
  return renderBrief(input);
}

/** The facts of the session, read from its record now. */
export async function sessionSnapshot(deps: HookDeps, event: HostEvent): Promise<Snapshot> {
  const source = await gatherSource(contextOf(deps, event));
  return deps.patterns.length === 0 ? source.snapshot : redactDeep(source.snapshot, deps.patterns);
}
