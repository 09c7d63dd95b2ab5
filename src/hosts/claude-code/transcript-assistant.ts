import type { Emit } from '../../core/rows/bare-item.ts';
import { keepInput } from '../../core/rows/kept.ts';
import { inputMembers, toolCall } from './tools.ts';
import { type Members, Names } from './transcript-members.ts';
import { inner, outer, part, type Row } from './transcript-row.ts';
import { hashBytes } from './transcript-seen.ts';
import type { ReadingState } from './transcript-state.ts';

/** Bytes of a server's input that is read whole. */
const longestInput = 20_000;
const inputNames = new Names(inputMembers);
const usageNames = new Names([
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
]);

/**
 * Items of an `assistant` row: its texts, its calls, and the size of the context once per message.
 * Thinking is left out, and so are the client's own messages about API errors (model `<synthetic>`).
 */
export function assistantRow(
  row: Row,
  state: ReadingState,
  emit: Emit,
  time?: string,
  keep?: number,
): void {
  const { message } = row;
  if (message.is(inner.model, '<synthetic>') || row.outer.isTrue(outer.isApiErrorMessage)) return;
  said(message.text(inner.content), emit);
  for (const block of row.blocks()) {
    if (block.is(part.type, 'text')) said(block.text(part.text), emit);
    else if (block.is(part.type, 'tool_use')) call(block, state, emit, time, keep);
  }
  if (!message.has(inner.usage)) return;
  const id = message.text(inner.id);
  if (id !== undefined && !state.firstOfMessage(id)) return;
  const contextTokens = tokens(message.object(inner.usage, usageNames));
  if (contextTokens === 0) return;
  const model = message.text(inner.model);
  emit(
    model === undefined
      ? { type: 'usage', contextTokens }
      : { type: 'usage', contextTokens, model },
  );
}

function said(text: string | undefined, emit: Emit): void {
  if (text !== undefined && text.trim() !== '') emit({ type: 'assistant', text });
}

function call(
  block: Members,
  state: ReadingState,
  emit: Emit,
  time: string | undefined,
  keep: number | undefined,
): void {
  const id = block.text(part.id);
  const name = block.text(part.name);
  if (name === undefined || name === '') return;
  const input = block.object(part.input, inputNames);
  const made = toolCall(name, input, id);
  const size = block.end(part.input) - block.start(part.input);
  if (keep !== undefined || (made.kind === 'other' && size <= longestInput)) {
    keepInput(made, block.value(part.input), keep);
  }
  let copy = false;
  if (id !== undefined) {
    copy = state.seen.add(hashBytes(block.bytes, block.start(part.id), block.end(part.id)), time);
    if (!copy) state.openCall(id, made.kind === 'todo' ? { name, input } : { name });
  }
  emit({ type: 'call', call: made }, copy);
}

/** What the model was sent: fresh input and both kinds of cached input. */
function tokens(usage: Record<string, unknown> = {}): number {
  let sum = 0;
  for (const value of Object.values(usage)) {
    if (typeof value === 'number' && value > 0) sum += value;
  }
  return sum;
}
