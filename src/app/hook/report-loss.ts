import { lostFacts, renderLoss } from '../../core/brief/loss.ts';
import { isThrash } from '../../core/recovery/arm.ts';
import { isExpired } from '../../core/recovery/expiry.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { briefOf } from './arm.ts';
import type { Draft } from './draft.ts';
import { add } from './draft.ts';
import type { Source } from './source.ts';

const lossLimit = 2_000;

/**
 * Keeps what neither the host's summary nor a brief holds, to be told with the next event. Where the summary is read from
 * the record, the brief may only follow: then the one counts that would go out now.
 */
export function reportLoss(
  draft: Draft,
  recovery: Recovery,
  source: Source,
  told: string | undefined,
): void {
  if (recovery.loss !== undefined) return;
  const summary = told ?? source.followed.view.summary;
  if (!summary || isThrash(recovery.rapid) || isExpired(recovery, draft.context.nowMs)) return;
  const briefs = recovery.briefs.map((brief) => brief.text);
  if (briefs.length === 0) briefs.push(briefOf(draft, recovery, source).text);
  const lost = lostFacts(source.snapshot.facts, [summary, ...briefs]);
  const text = renderLoss(lost, lossLimit);
  if (text !== '') add(draft, { kind: 'loss', recovery: recovery.id, items: lost.length, text });
}
