import { fingerprint } from '../../core/hash.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import { runningLike } from '../../core/snapshot/in-flight.ts';
import type { ToolCall } from '../../core/tool.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { addToSession } from './draft.ts';
import { followRecord } from './record.ts';

/**
 * After a compaction, a call that starts the very work that still runs by the record: it is asked about once, or denied once where
 * nobody can be asked. Whoever repeats it means it.
 */
export function dispatchedAgain(
  context: HookContext,
  call: ToolCall,
): ((draft: Draft) => void) | undefined {
  const { event, state, host } = context;
  if (!host.capabilities.blocksTools || event.agentId !== undefined) return undefined;
  const main = agentState(state, undefined);
  if (main.recoveries.length === 0) return undefined;
  const key = fingerprint(`again ${call.kind} ${call.command ?? call.detail ?? ''}`).slice(0, 16);
  if (main.held?.includes(key)) return undefined;
  // What was read is not kept: compactions in it are for others to find.
  const { facts } = followRecord({ ...context, reading: {} }).snapshot;
  const running = runningLike(facts, call);
  if (running === undefined) return undefined;
  return (draft) => {
    if (draft.guarded.some(({ type }) => type === 'deny' || type === 'ask')) return;
    const asks = host.capabilities.asksPerson && !context.headless;
    addToSession(draft, { kind: 'held', key, how: asks ? 'ask' : 'deny' });
    const known = `Holdfast: the very same was started before the compaction, and nothing shows that it ended: ${untrusted(running.detail ?? '', 400)}.`;
    const next = asks
      ? 'Start it once more?'
      : 'Look at that first. If a second one is wanted, repeat this call; it passes then.';
    draft.guarded.push({ type: asks ? 'ask' : 'deny', reason: `${known} ${next}` });
  };
}
