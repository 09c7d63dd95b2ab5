import type { Emit } from '../../core/rows/bare-item.ts';
import { object, text, type Value, wellFormed } from '../../core/rows/values.ts';
import { onlyFile, onlyPicture } from '../../core/snapshot/picture.ts';
import { withoutBetween } from '../../core/text/between.ts';
import { callRow, typedCall } from './transcript-calls.ts';
import { outputRow } from './transcript-results.ts';
import { said } from './transcript-said.ts';
import type { ReadingState } from './transcript-state.ts';
import { contentTexts, endedAgents, partOf } from './transcript-text.ts';

/** Types of the model's items that tell nothing about the work, or nothing that can be read. */
const idle = new Set([
  'additional_tools',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'ghost_snapshot',
  'reasoning',
]);

/** An item of the model's conversation: a message, a call, an output. `unknown` gets the name of any other. */
export function responseItem(
  payload: Value,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const type = text(payload.type) ?? '';
  const id = text(payload.call_id);
  switch (type) {
    case 'message':
      message(payload, state, emit);
      return;
    case 'agent_message':
      agentMessage(payload, state, emit);
      return;
    case 'function_call':
    case 'custom_tool_call': {
      const name = text(payload.name);
      if (name === undefined) unknown(`${type} without a name`);
      else {
        const row = { name, input: payload.arguments ?? payload.input };
        const namespace = text(payload.namespace);
        callRow(
          { ...row, ...(id === undefined ? {} : { id }), ...(namespace ? { namespace } : {}) },
          state,
          emit,
        );
        state.turn.acted = true;
      }
      return;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      if (id === undefined) unknown(`${type} without an id`);
      else if (type !== 'tool_search_output') outputRow(id, payload.output, state, emit);
      else outputRow(id, JSON.stringify(payload.tools ?? ''), state, emit);
      return;
    default: {
      const call = typedCall(payload);
      if (call !== undefined) callRow(call, state, emit);
      else if (!idle.has(type)) unknown(`response_item/${type || 'no type'}`);
    }
  }
}

function message(payload: Value, state: ReadingState, emit: Emit): void {
  const role = text(payload.role) ?? 'user';
  const texts = contentTexts(payload);
  if (role === 'assistant') {
    assistantText(texts.map((part) => part.text).join('\n'), 'item', state, emit);
    return;
  }
  let words = false;
  for (const part of texts) {
    for (const ended of endedAgents(part.text)) emit({ type: 'background-ended', ...ended });
    const read = partOf(role, part.text, part.kind);
    if (read.who !== 'nobody') words = true;
    said(read, 'item', state, emit);
  }
  const wordless = role === 'user' && !words ? attachedIn(payload) : undefined;
  if (wordless !== undefined) said({ who: 'person', text: wordless }, 'item', state, emit);
}

function attachedIn({ content }: Value): string | undefined {
  const types = Array.isArray(content) ? content.map((part) => object(part).type) : [];
  if (types.includes('input_image')) return onlyPicture;
  return types.includes('input_file') ? onlyFile : undefined;
}

/** What the agent said, told once although two rows hold it. */
export function assistantText(
  whole: string,
  side: 'item' | 'event' | 'completed',
  state: ReadingState,
  emit: Emit,
): void {
  const own = withoutBetween(whole, '<oai-mem-citation>', '</oai-mem-citation>');
  if (own.trim() === '') return;
  state.turn.acted = true;
  if (state.told.isNew('assistant', own, side)) {
    emit({ type: 'assistant', text: wellFormed(own) });
  }
}

/** A message from one agent to another. Its content may be encrypted. */
function agentMessage(payload: Value, state: ReadingState, emit: Emit): void {
  const whole = contentTexts(payload)
    .map((part) => part.text)
    .join('\n');
  for (const ended of endedAgents(whole)) emit({ type: 'background-ended', ...ended });
  const encrypted =
    Array.isArray(payload.content) &&
    payload.content.some((part) => object(part).type === 'encrypted_content');
  if (whole.trim() === '' || (encrypted && /Payload:\s*$/.test(whole))) return;
  if (state.told.isNew('agent', whole, 'item')) {
    emit({ type: 'user', origin: 'program', text: wellFormed(whole) });
  }
}
