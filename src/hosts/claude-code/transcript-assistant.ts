import { contentMembers, toolCall } from './tools.ts';
import { type Block, blocksAt, messageAt } from './transcript-blocks.ts';
import { endOfString } from './transcript-bytes.ts';
import { type Envelope, membersAt, valueAt } from './transcript-envelope.ts';
import type { Emit } from './transcript-items.ts';
import { hashBytes } from './transcript-seen.ts';
import type { ReadingState } from './transcript-state.ts';
import { stringAt } from './transcript-text.ts';

/**
 * Items of an `assistant` row: its texts, its calls, and the size of the context once per message.
 * Thinking is left out, and so are the client's own messages about API errors (model `<synthetic>`).
 */
export function assistantRow(row: Envelope, state: ReadingState, emit: Emit, time?: string): void {
  const { bytes, limit } = row;
  const message = messageAt(bytes, row.offset('message'), limit);
  const model = message.model < 0 ? undefined : stringAt(bytes, message.model, limit);
  if (model === '<synthetic>' || row.isTrue('isApiErrorMessage')) return;
  const content = message.content;
  if (content >= 0 && bytes[content] === 34) said(stringAt(bytes, content, limit), emit);
  else if (content >= 0) {
    for (const block of blocksAt(bytes, content, limit)) {
      if (block.type === 'text' && block.text >= 0) said(stringAt(bytes, block.text, limit), emit);
      else if (block.type === 'tool_use') call(bytes, limit, block, state, emit, time);
    }
  }
  if (message.usage < 0) return;
  const id = message.id < 0 ? undefined : stringAt(bytes, message.id, limit);
  if (id !== undefined && !state.firstOfMessage(id)) return;
  const contextTokens = tokens(valueAt(bytes, message.usage, limit));
  if (contextTokens > 0) {
    emit(
      model === undefined
        ? { type: 'usage', contextTokens }
        : { type: 'usage', contextTokens, model },
    );
  }
}

function said(text: string | undefined, emit: Emit): void {
  if (text !== undefined && text.trim() !== '') emit({ type: 'assistant', text });
}

function call(
  bytes: Buffer,
  limit: number,
  block: Block,
  state: ReadingState,
  emit: Emit,
  time: string | undefined,
): void {
  const id = block.id < 0 ? undefined : stringAt(bytes, block.id, limit);
  const name = block.name < 0 ? undefined : stringAt(bytes, block.name, limit);
  if (name === undefined || name === '') return;
  const input = block.input < 0 ? undefined : membersAt(bytes, block.input, limit, contentMembers);
  const made = toolCall(name, input, id);
  let copy = false;
  if (id !== undefined) {
    copy = state.seen.add(
      hashBytes(bytes, block.id, endOfString(bytes, block.id + 1, limit)),
      time,
    );
    if (!copy) state.openCall(id, made.kind === 'todo' ? { name, input } : { name });
  }
  emit({ type: 'call', call: made }, copy);
}

/** What the model was sent: fresh input and both kinds of cached input. */
function tokens(usage: unknown): number {
  if (typeof usage !== 'object' || usage === null) return 0;
  const given = usage as Record<string, unknown>;
  let sum = 0;
  for (const name of ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']) {
    const value = given[name];
    if (typeof value === 'number' && value > 0) sum += value;
  }
  return sum;
}
