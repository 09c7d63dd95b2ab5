import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';

/** The loss report that waits to be told, once; empty when there is none. */
export function takeLoss(draft: Draft, via: string): string {
  const recovery = lastRecovery(agentOf(draft));
  if (recovery?.loss === undefined || recovery.loss.sent !== undefined) return '';
  const { text } = recovery.loss;
  add(draft, { kind: 'loss.sent', recovery: recovery.id, via });
  return text;
}
