import type { Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { readLine } from '../../core/rows/line-rows.ts';
import { firstText, object, text, type Value, wellFormed } from '../../core/rows/values.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { messageRow } from './transcript-message.ts';
import { ReadingState } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';

/** Rows that tell nothing about the work. */
const idle = new Set(['agent_turn_outcome', 'session_end', 'session_settings']);

/**
 * Reads this client's session file (sessions of 0.226 that others recorded), row by row in file order. With `subagent`
 * the prompts are those of the agent above.
 */
export function droidReader({ subagent, keep }: ReaderOptions = {}): RecordReader {
  const state = new ReadingState();
  state.keep = keep;
  return {
    line(bytes: Buffer, at: Position, sink: RecordSink): void {
      const { rows, damaged, other } = readLine(bytes);
      if (other !== undefined) sink.unknown(other);
      if (damaged !== undefined) sink.damaged({ offset: at.offset + damaged, line: at.line });
      for (const { row, start } of rows) {
        const place = { offset: at.offset + start, line: at.line };
        readRow(row, subagent === true, state, emitter(row, place, sink), sink);
      }
    },
    memory: () => state.memory(),
    restore: (memory) => state.restore(memory),
  };
}

function emitter(row: Value, at: Position, sink: RecordSink): Emit {
  const time = text(row.timestamp);
  const id = row.type === 'session_start' ? undefined : text(row.id);
  return (item) => {
    const whole = item as Parameters<RecordSink['item']>[0];
    whole.at = at;
    if (time !== undefined) whole.time = time;
    if (id !== undefined) whole.id = id;
    sink.item(whole);
  };
}

function readRow(
  row: Value,
  program: boolean,
  state: ReadingState,
  emit: Emit,
  sink: RecordSink,
): void {
  const type = text(row.type) ?? 'no type';
  const unknown = (kind: string) => sink.unknown(kind);
  switch (type) {
    case 'session_start': {
      const cwd = text(row.cwd);
      if (cwd === undefined || cwd === state.cwd) return;
      state.cwd = cwd;
      emit({ type: 'place', cwd });
      return;
    }
    case 'message':
      messageRow(row, program, state, emit, unknown);
      return;
    case 'todo_state': {
      const items = todosOf(row.todos);
      if (items !== undefined) emit({ type: 'todos', mode: 'replace', items });
      return;
    }
    case 'compaction_state': {
      emit({ type: 'boundary', trigger: 'unknown' });
      const summary = firstText(row.summaryText, object(row.summary).body);
      if (summary !== undefined) emit({ type: 'summary', text: wellFormed(summary) });
      return;
    }
    default:
      if (!idle.has(type)) unknown(type);
  }
}
