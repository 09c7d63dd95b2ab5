import { renderBrief } from '../../core/brief/render.ts';
import type { HostEvent } from '../../core/event.ts';
import { isOpen, openObligations } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { briefInput, wantedFiles } from '../hook/brief.ts';
import { contextOf, type HookDeps } from '../hook/context.ts';
import { gatherSource } from '../hook/source.ts';

/** The very text that an agent of the session would get now. */
export async function sessionBrief(
  deps: HookDeps,
  event: HostEvent,
  budget: number | undefined,
): Promise<{ text: string; inlined: string[] }> {
  const context = contextOf(deps, event);
  const source = await gatherSource(context);
  const last = lastRecovery(context.agent);
  const wanted = wantedFiles(context, source);
  const input = briefInput(context, source, wanted, {
    id: last?.id,
    number: Math.max(context.agent.recoveries.length, source.snapshot.summary.boundaries.length),
    trigger: last?.trigger ?? 'unknown',
    rulesPath: context.store.rulesPath(event.agentId),
  });
  const gated = input.gated && isOpen(last) && openObligations(last).length > 0;
  const brief = renderBrief({
    ...input,
    gated,
    budget: Math.min(budget ?? input.budget, input.budget),
  });
  return { text: brief.text, inlined: brief.inlined };
}

/** The facts of the session, read from its record now. */
export async function sessionSnapshot(deps: HookDeps, event: HostEvent): Promise<Snapshot> {
  const source = await gatherSource(contextOf(deps, event));
  return source.snapshot;
}
