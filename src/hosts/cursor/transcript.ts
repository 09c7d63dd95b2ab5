import type { Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { readLine } from '../../core/rows/line-rows.ts';
import { text, type Value } from '../../core/rows/values.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { messageRow } from './transcript-message.ts';

/**
 * Reads the transcript that this client writes beside its own store, of whose rows others recorded some. It holds what was
 * said and which tools were called: no results, no times, no ids, and nothing of a compaction.
 */
export function cursorReader({ subagent, keep }: ReaderOptions = {}): RecordReader {
  return {
    line(bytes: Buffer, at: Position, sink: RecordSink): void {
      const { rows, damaged, other } = readLine(bytes);
      if (other !== undefined) sink.unknown(other);
      if (damaged !== undefined) sink.damaged({ offset: at.offset + damaged, line: at.line });
      const unknown = (kind: string) => sink.unknown(kind);
      for (const { row, start } of rows) {
        const place = { offset: at.offset + start, line: at.line };
        readRow(row, { program: subagent === true, keep, unknown }, emitter(place, sink));
      }
    },
  };
}

function emitter(at: Position, sink: RecordSink): Emit {
  return (item) => {
    const whole = item as Parameters<RecordSink['item']>[0];
    whole.at = at;
    sink.item(whole);
  };
}

function readRow(row: Value, reading: Parameters<typeof messageRow>[2], emit: Emit): void {
  const role = text(row.role);
  if (role === 'user' || role === 'assistant') {
    messageRow(role, row, reading, emit);
    return;
  }
  const type = text(row.type) ?? (role === undefined ? 'no type' : `message of ${role}`);
  if (type !== 'turn_ended') reading.unknown(type);
}
