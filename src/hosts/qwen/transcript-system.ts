import type { Emit } from '../../core/rows/bare-item.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { RecordSink } from '../host.ts';
import type { ReadingState } from './transcript-state.ts';

/** Kinds of `system` rows that tell nothing about the work. */
const idle = new Set(
  `agent_bootstrap agent_launch_prompt agent_retry agent_session_ready at_command attribution_snapshot
  background_task_completed branch_checkpoint custom_title file_history_snapshot goal_runtime goal_state goal_turn_end
  managed_session_commit_v1 managed_session_event_v1 managed_session_header_v1 omni_recall parent_session
  realtime_message rewind session_artifact_event session_artifact_snapshot session_execution_engine session_model
  session_notes session_recording_degraded session_source session_sources_snapshot turn_result ui_telemetry
  user_text_elements`.split(/\s+/),
);

/** Items of a `system` row: compactions, commands and the approval mode. */
export function systemRow(row: Fields, state: ReadingState, emit: Emit, sink: RecordSink): void {
  const subtype = textOf(row.subtype) ?? 'no subtype';
  const payload = fieldsOf(row.systemPayload);
  if (subtype === 'chat_compression') compression(payload, emit);
  else if (subtype === 'slash_command') command(payload, emit);
  else if (subtype === 'session_approval_mode') mode(payload, state, emit);
  else if (!idle.has(subtype)) sink.unknown(`system/${subtype}`);
}

/** `compressionStatus` 1 says that the history was replaced; other numbers that it failed or was not needed. */
function compression(payload: Fields, emit: Emit): void {
  const info = fieldsOf(payload.info);
  if (info.compressionStatus !== undefined && info.compressionStatus !== 1) return;
  const reason = textOf(info.triggerReason);
  const trigger = reason === undefined ? 'unknown' : reason === 'manual' ? 'manual' : 'auto';
  const sizes: { tokensBefore?: number; tokensAfter?: number } = {};
  if (typeof info.originalTokenCount === 'number') sizes.tokensBefore = info.originalTokenCount;
  if (typeof info.newTokenCount === 'number') sizes.tokensAfter = info.newTokenCount;
  emit({ type: 'boundary', trigger, ...sizes });
  const text = summaryIn(listOf(payload.compressedHistory));
  if (text !== undefined) emit({ type: 'summary', text });
}

/** The new history begins with the summary as a user's message; behind it stand files sent again and kept turns. */
function summaryIn(history: unknown[]): string | undefined {
  const users = history.map(fieldsOf).filter((entry) => entry.role === 'user');
  const texts = users.map((entry) =>
    listOf(entry.parts)
      .map((part) => textOf(fieldsOf(part).text))
      .filter((text) => text !== undefined)
      .join('\n'),
  );
  return texts.find((text) => text.includes('<state_snapshot>')) ?? textOf(texts[0]);
}

function command(payload: Fields, emit: Emit): void {
  const text = textOf(payload.rawCommand);
  const typed = payload.phase === 'invocation' && payload.hiddenInvocation !== true;
  if (typed && text !== undefined) emit({ type: 'user', origin: 'command', text });
}

function mode(payload: Fields, state: ReadingState, emit: Emit): void {
  const mode = textOf(payload.mode);
  if (mode === undefined || mode === state.mode) return;
  state.mode = mode;
  emit({ type: 'mode', mode });
}
