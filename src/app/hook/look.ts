import { clearedFiles } from '../../core/recovery/cleared.ts';
import { needsBrief } from '../../core/recovery/delivery.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { isNewRewind } from '../../core/recovery/rewound.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { isAnnounced } from './announced.ts';
import type { HookContext } from './context.ts';
import { lookSince } from './look-since.ts';
import { isUndelivered } from './settle.ts';
import type { Source } from './source.ts';
import { gatherSource } from './source.ts';
import { unannounced } from './unannounced.ts';

/** What a tool event needs of the record: as little as the open recovery asks for. */
export interface Look {
  view: RecordView;
  /** Gathered only when a brief may have to go out with this event. */
  source: Source | undefined;
}

/**
 * Looks at the record for a tool event. While a recovery is open only what came since it is looked at; else
 * only whether a compaction happened of which no event told.
 */
export async function lookAtRecord(context: HookContext): Promise<Look> {
  const last = lastRecovery(context.agent);
  const announced = isAnnounced(context, context.agent);
  if (isOpen(last)) {
    const view = lookSince(context, last.cursor);
    const pending = needsBrief(last) || isUndelivered(context, last, view);
    const more =
      announced || unannounced(context.agent, view).length > 0 || isNewRewind(last, view);
    return { view, source: pending || more ? await gatherSource(context) : undefined };
  }
  const fold = context.store.readFoldHead(context.event.agentId);
  if (fold === undefined) {
    const source = await gatherSource(context);
    return { view: source.followed.view, source };
  }
  const view = lookSince(context, fold.cursor);
  const found =
    announced ||
    unannounced(context.agent, view).length > 0 ||
    isNewRewind(last, view) ||
    clearedFiles(last, view).length > 0;
  return { view, source: found ? await gatherSource(context) : undefined };
}
