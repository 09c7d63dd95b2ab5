import type { Bare, Emit } from '../../core/rows/bare-item.ts';
import { objects, text, type Value, wellFormed } from '../../core/rows/values.ts';
import type { ReadingState } from './transcript-state.ts';
import { bareSummary, contentTexts } from './transcript-text.ts';

/** The two rows of one compaction stand at most this many rows apart. */
const nearRows = 12;

/** The `compacted` row: the boundary, and the summary where the client holds it in plain text. */
export function compactedRow(payload: Value, state: ReadingState, emit: Emit): void {
  if (!isSecond('row', state)) emit(boundary(state));
  const summary = summaryOf(payload);
  if (summary !== undefined) emit({ type: 'summary', text: wellFormed(summary) });
}

/** True when a message of the model is the summary that this row puts in place of the conversation. */
export function isSummaryOf(payload: Value, said: string): boolean {
  return text(payload.message)?.trimEnd().endsWith(said.trim()) === true;
}

/** The client's event about a compaction, which mostly has a row already. */
export function compactedEvent(state: ReadingState, emit: Emit): void {
  if (!isSecond('event', state)) emit(boundary(state));
}

function isSecond(side: 'row' | 'event', state: ReadingState): boolean {
  const first = state.boundary;
  if (first !== undefined && first.side !== side && first.rows <= nearRows) {
    state.boundary = undefined;
    return true;
  }
  state.boundary = { side, rows: 0 };
  return false;
}

/** The record does not tell who asked for it; in the midst of a turn's work the client did so by itself. */
function boundary(state: ReadingState): Bare {
  const { turn, contextTokens } = state;
  const item: Bare & { type: 'boundary' } = {
    type: 'boundary',
    trigger: turn.open && turn.acted ? 'auto' : 'unknown',
  };
  if (contextTokens !== undefined) item.tokensBefore = contextTokens;
  return item;
}

/** Undefined where the summary is encrypted. */
function summaryOf(payload: Value): string | undefined {
  const message = text(payload.message);
  if (message !== undefined) return bareSummary(message);
  for (const row of objects(payload.replacement_history).toReversed()) {
    if (row.type !== 'message') continue;
    for (const part of contentTexts(row)) {
      const bare = bareSummary(part.text);
      if (part.kind === 'compaction.summary' || bare !== part.text) return bare;
    }
  }
  return undefined;
}
