import type { Position } from '../../core/conversation.ts';
import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { RowLines } from '../../core/rows/row-lines.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { idleEvents } from './transcript-idle.ts';
import type { Emit } from './transcript-items.ts';
import {
  hookItems,
  modeItem,
  notificationItems,
  skillItems,
  userItems,
} from './transcript-people.ts';
import { compactionItems, placeItem, usageItem } from './transcript-session.ts';
import { ReadingState } from './transcript-state.ts';
import { callItem, messageItems, personsCall, resultItems } from './transcript-tools.ts';

/**
 * Reads this client's events, row by row in file order. Subagents' events stand among the session's own: they are left
 * out, and with `subagent` only they are read.
 */
export function copilotReader(options: ReaderOptions = {}): RecordReader {
  const subagent = options.subagent === true;
  const lines = new RowLines();
  const state = new ReadingState(options.keep);
  return {
    line(bytes: Buffer, at: Position, sink: RecordSink): void {
      lines.line(bytes.toString('utf8'), at, sink, (row, place) => {
        const data = fieldsOf(row.data);
        if (isSubagents(row, data) !== subagent) return;
        const emit = emitter(row, place, state, sink);
        rewind(row, data, place, state, emit);
        if (!readEvent(textOf(row.type) ?? 'no type', data, subagent, state, emit)) {
          sink.unknown(textOf(row.type) ?? 'no type');
        }
      });
    },
    end: (sink) => lines.end(sink),
    memory: () => state.memory(),
    restore: (memory, moved) => state.restore(memory, moved),
  };
}

/** The id of a subagent stands on the row; older versions name the call that started it. */
function isSubagents(row: Fields, data: Fields): boolean {
  return textOf(row.agentId) !== undefined || textOf(data.parentToolCallId) !== undefined;
}

/** False for a type that is not known. */
function readEvent(
  type: string,
  data: Fields,
  subagent: boolean,
  state: ReadingState,
  emit: Emit,
): boolean {
  switch (type) {
    case 'user.message':
      userItems(data, subagent, state, emit);
      return true;
    case 'assistant.message':
      messageItems(data, state, emit);
      return true;
    case 'tool.execution_start':
      callItem(
        textOf(data.toolCallId),
        textOf(data.toolName),
        data.arguments,
        'started',
        state,
        emit,
      );
      return true;
    case 'tool.execution_complete':
      resultItems(data, state, emit);
      return true;
    case 'tool.user_requested':
      personsCall(data, state, emit);
      return true;
    case 'system.notification':
      notificationItems(data, emit);
      return true;
    case 'hook.end':
      hookItems(data, emit);
      return true;
    case 'skill.invoked':
      skillItems(data, emit);
      return true;
    default:
      return sessionEvent(type, data, state, emit) || idleEvents.has(type);
  }
}

function sessionEvent(type: string, data: Fields, state: ReadingState, emit: Emit): boolean {
  switch (type) {
    case 'session.start':
    case 'session.resume':
      state.model = textOf(data.selectedModel) ?? state.model;
      placeItem(data.context, data.copilotVersion, state, emit);
      return true;
    case 'session.context_changed':
      placeItem(data, undefined, state, emit);
      return true;
    case 'session.mode_changed':
      modeItem(textOf(data.newMode), state, emit);
      return true;
    case 'session.model_change':
      state.model = textOf(data.newModel) ?? state.model;
      return true;
    case 'session.compaction_start':
    case 'session.usage_info':
    case 'session.shutdown':
      usageItem(data.currentTokens, state, emit);
      return true;
    case 'assistant.usage':
      state.model = textOf(data.model) ?? state.model;
      usageItem(data.inputTokens, state, emit);
      return true;
    case 'session.compaction_complete':
      compactionItems(data, emit);
      return true;
    default:
      return false;
  }
}

/** The client takes an event and all behind it back (by the form that its makers publish for 1.0.102). */
function rewind(row: Fields, data: Fields, at: Position, { rows }: ReadingState, emit: Emit): void {
  const id = textOf(row.id);
  const from = textOf(data.upToEventId);
  if (row.type === 'session.snapshot_rewind' && from !== undefined) {
    const item = rows.takeBackFrom(from, at.offset, 'nothing');
    if (item !== undefined) emit(item);
  } else if (id !== undefined) rows.add(id, at.offset, textOf(row.timestamp));
}

/** A row that stands again under the same id is a copy. */
function emitter(row: Fields, at: Position, state: ReadingState, sink: RecordSink): Emit {
  const time = textOf(row.timestamp);
  const id = textOf(row.id);
  const replayed = id !== undefined && state.tell(`row ${id}`);
  return (item, copy) => {
    const whole = { ...item, at } as Parameters<RecordSink['item']>[0];
    if (time !== undefined) whole.time = time;
    if (id !== undefined) whole.id = id;
    if (replayed || copy === true) whole.replayed = true;
    sink.item(whole);
  };
}
