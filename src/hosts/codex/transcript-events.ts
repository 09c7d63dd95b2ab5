import type { Emit } from '../../core/rows/bare-item.ts';
import { number, object, text, type Value } from '../../core/rows/values.ts';
import { compactedEvent } from './transcript-compaction.ts';
import { outputText } from './transcript-output.ts';
import { assistantText } from './transcript-response.ts';
import { said } from './transcript-said.ts';
import type { ReadingState } from './transcript-state.ts';
import { commandEnded, patchApplied, serverToolEnded } from './transcript-structured.ts';
import { partOf } from './transcript-text.ts';

/** Events that tell nothing, or nothing that another row does not tell. */
const idle =
  /^(?:agent_reasoning\w*|collab_\w+|dynamic_tool_call_\w+|web_search_\w+|image_generation_\w+|thread_\w+|sub_agent_activity|guardian_\w+|(?:entered|exited)_review_mode|view_image_tool_call|undo_\w+|error|stream_error|warning|model_\w+|token_usage\w*|item_started|hook_\w+|exec_command_begin|patch_apply_begin|mcp_tool_call_begin|background_event|session_configured|plan_update|turn_diff|shutdown_complete|deprecation_notice|turn\.completed|account\/\w+\/\w+|codex\/event\/raw_item)$/;
const idleItems = new Set([
  'Extension',
  'HookPrompt',
  'ImageGeneration',
  'ImageView',
  'Plan',
  'Reasoning',
  'Sleep',
  'SubAgentActivity',
  'WebSearch',
]);

/** A row of what the client tells about the conversation. `unknown` gets the name of a kind that is not known. */
export function eventRow(
  payload: Value,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const type = text(payload.type) ?? 'no type';
  switch (type) {
    case 'user_message':
      userMessage(payload, state, emit);
      return;
    case 'agent_message':
      assistantText(text(payload.message) ?? '', 'event', state, emit);
      return;
    case 'task_started':
    case 'turn_started':
      startTurn(text(payload.turn_id), state);
      return;
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      state.turn.open = false;
      return;
    case 'token_count':
      tokens(payload, state, emit);
      return;
    case 'context_compacted':
      compactedEvent(state, emit);
      return;
    case 'exec_command_end':
      commandEnded(payload, text(payload.call_id), state, emit);
      return;
    case 'patch_apply_end':
      patchApplied(payload, text(payload.call_id), state, emit);
      return;
    case 'mcp_tool_call_end':
      serverToolEnded(object(payload.invocation), payload, text(payload.call_id), state, emit);
      return;
    case 'thread_rolled_back':
      rolledBack(number(payload.num_turns) ?? 0, state, emit);
      return;
    case 'item_completed':
      completed(object(payload.item), state, emit, unknown);
      return;
    default:
      if (!idle.test(type)) unknown(`event_msg/${type}`);
  }
}

/** The client takes back so many of the last messages of the person, each with all that came behind it. */
function rolledBack(count: number, state: ReadingState, emit: Emit): void {
  if (!(count > 0)) return;
  const first = state.turns.takeBackLast(count, state.row.offset);
  if (first === undefined) return;
  const { time } = first;
  emit({ type: 'rewind', left: state.turns.left, ...(time === undefined ? {} : { since: time }) });
}

/** Older versions name texts of the client here too, by `kind`. */
function userMessage(payload: Value, state: ReadingState, emit: Emit): void {
  const kind = text(payload.kind);
  if (kind !== undefined && kind !== 'plain') return;
  said(partOf('user', text(payload.message) ?? '', undefined), 'event', state, emit);
}

function completed(
  item: Value,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const type = text(item.type) ?? 'no type';
  const id = text(item.id);
  switch (type) {
    case 'UserMessage':
      said(partOf('user', outputText(item.content), undefined), 'completed', state, emit);
      return;
    case 'AgentMessage':
      assistantText(outputText(item.content), 'completed', state, emit);
      return;
    case 'ContextCompaction':
      compactedEvent(state, emit);
      return;
    case 'CommandExecution':
      commandEnded(item, id, state, emit);
      return;
    case 'FileChange':
      patchApplied(item, id, state, emit);
      return;
    case 'McpToolCall':
      serverToolEnded(item, item, id, state, emit);
      return;
    default:
      if (!idleItems.has(type)) unknown(`item_completed/${type}`);
  }
}

function startTurn(turnId: string | undefined, state: ReadingState): void {
  state.turn = { open: true, said: false, acted: false, inherited: isInherited(turnId, state) };
}

/** Ids of turns and sessions begin with their time: a turn older than the session was taken over from another. */
export function isInherited(turnId: string | undefined, { session }: ReadingState): boolean {
  return session !== undefined && turnId !== undefined && isOlder(turnId, session);
}

function isOlder(id: string, than: string): boolean {
  const timed = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
  return timed.test(id) && timed.test(than) && id < than;
}

/** Input tokens hold the cached ones too. Right after a compaction only an estimate of the whole is told. */
function tokens(payload: Value, state: ReadingState, emit: Emit): void {
  const last = object(object(payload.info).last_token_usage);
  const input = number(last.input_tokens) ?? 0;
  const contextTokens = input > 0 ? input : (number(last.total_tokens) ?? 0);
  if (contextTokens <= 0 || contextTokens === state.contextTokens) return;
  state.contextTokens = contextTokens;
  const { model } = state;
  const windowTokens = number(object(payload.info).model_context_window);
  emit({
    type: 'usage',
    contextTokens,
    ...(model === undefined ? {} : { model }),
    ...(windowTokens === undefined ? {} : { windowTokens }),
  });
}
