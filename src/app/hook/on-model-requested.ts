import { needsBrief } from '../../core/recovery/delivery.ts';
import { sendBrief } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { openRecovery } from './draft.ts';
import { lookAtRecord } from './look.ts';
import { onBatchFinished } from './on-batch-finished.ts';
import { reportLoss } from './report-loss.ts';
import { settle } from './settle.ts';
import { settleLost } from './settle-lost.ts';

/**
 * Before a request to the model: the brief where no earlier event could carry it. A new request also means that all
 * calls of the last message are done.
 */
export async function onModelRequested(context: HookContext): Promise<(draft: Draft) => void> {
  const { view, source } = await lookAtRecord(context);
  if (context.host.capabilities.tellsBeforeModel === false) {
    return (draft) => {
      if (!source || !armUnannounced(draft, source)) return;
      const armed = openRecovery(draft);
      if (armed) reportLoss(draft, armed, source, undefined);
    };
  }
  return (draft) => {
    onBatchFinished(draft);
    if (source) armUnannounced(draft, source);
    settleLost(draft, view);
    const recovery = openRecovery(draft);
    if (recovery === undefined) return;
    settle(draft, recovery, view, source === undefined || source.record !== undefined, true);
    if (openRecovery(draft) === undefined || source === undefined || !needsBrief(recovery)) return;
    draft.replies.push({
      type: 'inject',
      text: sendBrief(draft, recovery, source, 'model request'),
    });
  };
}
