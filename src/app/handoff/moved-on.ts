import type { HandoffEnd } from '../../core/handoff/record.ts';
import type { AgentState } from '../../core/recovery/session-state.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { HookContext } from '../hook/context.ts';
import { add, agentOf, type Draft } from '../hook/draft.ts';

/** The last handoff of a session's work that another session took, while the session was not told of it. */
function movedOn(
  { handoffs }: Pick<HookContext, 'handoffs'>,
  { handedOver = [] }: Pick<AgentState, 'handedOver'>,
): { id: string; by: HandoffEnd } | undefined {
  const last = handedOver.at(-1);
  if (last === undefined || last.told !== undefined) return undefined;
  const by = handoffs?.().takenBy(last.id);
  return by && { id: last.id, by };
}

/** Tells a session that comes back, once, that another one continues its work. */
export function tellMovedOn(draft: Draft): void {
  const { context } = draft;
  const moved = movedOn(context, agentOf(draft));
  if (moved === undefined) return;
  add(draft, { kind: 'handed.told', id: moved.id });
  const { host, session } = moved.by;
  draft.replies.push({
    type: 'inject',
    text: `Holdfast: the work of this session was handed over and continued in the ${untrusted(host, 30)} session ${untrusted(session, 80)}. Files may have changed since. Before you change anything, ask the user whether to work here again; \`${context.program} show ${untrusted(session, 80)}\` tells what was done there.`,
  });
}
