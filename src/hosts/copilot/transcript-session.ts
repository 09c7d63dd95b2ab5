import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { Emit } from './transcript-items.ts';
import type { ReadingState } from './transcript-state.ts';

/** Tells the working folder, the branch and the client's version when one of them is news. */
export function placeItem(
  context: unknown,
  version: unknown,
  state: ReadingState,
  emit: Emit,
): void {
  const given = fieldsOf(context);
  const known = state.place;
  const cwd = textOf(given.cwd) ?? known.cwd;
  const next = {
    cwd,
    // Another folder without a branch is under no version control.
    branch: textOf(given.branch) ?? (cwd === known.cwd ? known.branch : undefined),
    hostVersion: textOf(version) ?? known.hostVersion,
  };
  if (
    next.cwd === known.cwd &&
    next.branch === known.branch &&
    next.hostVersion === known.hostVersion
  ) {
    return;
  }
  state.place = next;
  emit({ type: 'place', ...next });
}

/**
 * Items of `session.compaction_complete`: the history is cut where it succeeded. The summary stands in the event, but not
 * in all of them; the checkpoint file that keeps it as well is not read here.
 */
export function compactionItems(data: Fields, emit: Emit): void {
  if (data.success !== true) return;
  const sizes: { tokensBefore?: number; tokensAfter?: number } = {};
  if (typeof data.preCompactionTokens === 'number') sizes.tokensBefore = data.preCompactionTokens;
  if (typeof data.postCompactionTokens === 'number') sizes.tokensAfter = data.postCompactionTokens;
  const reason = textOf(data.trigger);
  const byHand = reason === 'manual' || textOf(data.customInstructions) !== undefined;
  const trigger = byHand ? 'manual' : reason === undefined ? 'unknown' : 'auto';
  emit({ type: 'boundary', trigger, ...sizes });
  const text = textOf(data.summaryContent);
  if (text !== undefined) emit({ type: 'summary', text });
}

/** The size of the context, where an event tells it. */
export function usageItem(tokens: unknown, state: ReadingState, emit: Emit): void {
  if (typeof tokens !== 'number' || tokens <= 0) return;
  const { model } = state;
  emit(
    model === undefined
      ? { type: 'usage', contextTokens: tokens }
      : { type: 'usage', contextTokens: tokens, model },
  );
}
