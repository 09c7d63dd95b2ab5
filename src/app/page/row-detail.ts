import { Sizes } from '../../core/audit/sizes.ts';
import type { RowDetail } from '../../core/page/model.ts';
import { foldItem, newFold, snapshotOf } from '../../core/snapshot/fold.ts';
import { isStanding } from '../../core/snapshot/rule-choices.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';

const mostPoints = 48;

/** Reads a transcript whole, for its curve in the list. */
export function rowDetail(disk: RecordDisk, ref: RecordRef): RowDetail {
  const sizes = new Sizes();
  const compactions: number[] = [];
  const state = newFold();
  readConversation(disk, ref, (item) => {
    const { segment } = state;
    foldItem(state, item);
    if (item.type === 'usage' && item.replayed !== true) sizes.add(item.contextTokens, item.time);
    if (state.segment > segment) compactions.push(sizes.count);
  });
  const { facts, summary } = snapshotOf(state);
  return {
    sizes: thinned(sizes.points()),
    compactions,
    reports: sizes.count,
    ...(summary.contextTokens !== undefined && { tokens: summary.contextTokens }),
    rules: facts.filter(isStanding).length,
    asks: summary.openQuestion !== undefined && !summary.midTurn,
  };
}

/** Of neighbours the largest stays, so that no peak is lost. */
function thinned(points: readonly { at: number; tokens: number }[]): RowDetail['sizes'] {
  const step = Math.ceil(points.length / mostPoints);
  const kept: RowDetail['sizes'] = [];
  for (let from = 0; from < points.length; from += step) {
    const { at, tokens } = points
      .slice(from, from + step)
      .reduce((best, one) => (one.tokens > best.tokens ? one : best));
    kept.push({ at, tokens });
  }
  return kept;
}
