import type { Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import type { RecordSink } from '../host.ts';
import type { Members } from './transcript-members.ts';
import { outer } from './transcript-row.ts';
import type { ReadingState } from './transcript-state.ts';
import { endedTask, userText } from './transcript-user-text.ts';

/** Subtypes that tell nothing about the work. */
const idle = new Set([
  'api_error',
  'api_refusal',
  'away_summary',
  'bridge_status',
  'error',
  'informational',
  'model_refusal_fallback',
  'scheduled_task_fire',
  'session_start',
  'stop_hook_summary',
  'turn_duration',
  'voice_call_talk',
]);

/** `at`: where the row stands; absent for a copy of an earlier one. */
export function systemRow(
  row: Members,
  state: ReadingState,
  emit: Emit,
  sink: RecordSink,
  at: Position | undefined,
): void {
  const subtype = row.text(outer.subtype) ?? '';
  if (subtype === 'compact_boundary') {
    const metadata = row.value(outer.compactMetadata);
    const rewind = at && state.rewinds.boundary(row, metadata, at);
    if (rewind !== undefined) emit(rewind);
    emit(boundary(metadata));
  } else if (subtype === 'microcompact_boundary') {
    const callIds = clearedBy(row.value(outer.microcompactMetadata));
    if (callIds.length > 0) emit({ type: 'cleared', callIds });
  } else if (subtype === 'local_command') command(row.text(outer.content), emit);
  else if (!idle.has(subtype)) sink.unknown(`system/${subtype}`);
}

/** The metadata may be missing or null in any version. */
function boundary(metadata: unknown): Parameters<Emit>[0] {
  const given =
    typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
  const { trigger, preTokens, postTokens } = given;
  const item: Parameters<Emit>[0] & { type: 'boundary' } = {
    type: 'boundary',
    trigger: trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown',
  };
  if (typeof preTokens === 'number') item.tokensBefore = preTokens;
  if (typeof postTokens === 'number') item.tokensAfter = postTokens;
  return item;
}

/** The client cleared old results, which is no compaction; versions from 2.1.12 to 2.1.22 were seen to write of it. */
function clearedBy(metadata: unknown): string[] {
  const ids = (metadata as { compactedToolIds?: unknown } | null | undefined)?.compactedToolIds;
  if (!Array.isArray(ids)) return [];
  return ids.filter((id): id is string => typeof id === 'string').slice(0, mostCleared);
}

const mostCleared = 10_000;

function command(content: string | undefined, emit: Emit): void {
  if (content === undefined) return;
  const part = userText(content, { hidden: true, sidechain: false, person: 'typed' });
  if (part.origin === 'command') emit({ type: 'user', origin: 'command', text: part.text });
}

/** A `queue-operation` row. */
export function queueRow(
  row: Members,
  state: ReadingState,
  emit: Emit,
  at: Position,
  time: string | undefined,
): void {
  const text = row.text(outer.content) ?? '';
  const operation = row.text(outer.operation) ?? '';
  const ended = operation === 'enqueue' ? endedTask(text) : undefined;
  if (ended !== undefined) emit({ type: 'background-ended', ...ended });
  const entry = time === undefined ? { text, at, told: false } : { text, at, time, told: false };
  const given = state.queue.operation(operation, entry, row.text(outer.reason));
  if (given === undefined || given.text === '') return;
  const part = userText(given.text, { hidden: false, sidechain: false, person: 'mid-turn' });
  if (part.origin === 'mid-turn') emit({ type: 'user', origin: 'mid-turn', text: part.text });
}
