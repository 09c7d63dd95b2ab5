import type { Position } from '../../core/conversation.ts';
import { object, objects, text, type Value } from '../../core/rows/values.ts';
import type { RecordSink } from '../host.ts';
import { messageRow, placed, type Tell } from './transcript-message.ts';
import { ReadingState } from './transcript-state.ts';

/**
 * Tells the items of a whole session file, which is one JSON object (all versions before 0.40). A file that is no
 * JSON is told as damaged, and JSON that is no session as unknown; nothing is ever thrown.
 */
export function geminiItems(source: string, sink: RecordSink, keep?: number): void {
  const start: Position = { offset: 0, line: 1 };
  let parsed: unknown;
  try {
    parsed = JSON.parse(source.replace(/^\ufeff/, ''));
  } catch {
    if (source.trim() !== '') sink.damaged(start);
    return;
  }
  const session = object(parsed);
  if (!Array.isArray(session.messages)) {
    sink.unknown('no session');
    return;
  }
  sessionItems(session, new ReadingState(keep), sink, places(source));
}

/** Tells the messages of a session object. `place` gives where the message with an id stands. */
export function sessionItems(
  session: Value,
  state: ReadingState,
  sink: RecordSink,
  place: (id: string | undefined) => Position,
): void {
  const list = Array.isArray(session.messages) ? session.messages : [];
  for (const message of list) {
    if (typeof message !== 'object' || message === null) {
      sink.unknown('message/no object');
      continue;
    }
    const at = place(text(object(message).id));
    const tell: Tell = (item, time, id) => sink.item(placed(item, at, time, id));
    for (const row of objects([message])) {
      messageRow(row, false, state, tell, (kind) => sink.unknown(kind));
    }
  }
}

/** Places of messages by their ids, asked for in file order. Offsets are in bytes. */
function places(source: string): (id: string | undefined) => Position {
  let from = 0;
  const at: Position = { offset: 0, line: 1 };
  return (id) => {
    const found = id === undefined ? -1 : source.indexOf(JSON.stringify(id), from);
    // A message without an id stands behind the one before it.
    const to = found < 0 ? Math.min(from + 1, source.length) : found;
    const passed = source.slice(from, to);
    at.offset += Buffer.byteLength(passed);
    at.line += passed.split('\n').length - 1;
    from = to;
    return { ...at };
  };
}
