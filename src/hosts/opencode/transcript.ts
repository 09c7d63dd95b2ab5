import type { Position } from '../../core/conversation.ts';
import { type Fields, fieldsOf, textOf, timeOf } from '../../core/rows/fields.ts';
import type { RecordSink } from '../host.ts';
import { assistantItems } from './transcript-assistant.ts';
import { cutsIn } from './transcript-compactions.ts';
import { type Emit, itemOf } from './transcript-items.ts';
import { type Message, messageOf } from './transcript-messages.ts';
import { newState, type SessionFacts } from './transcript-state.ts';
import { userItems } from './transcript-user.ts';

/**
 * Reports the items of one session, given all its messages (`{info, parts}`) in order, from the database or an export.
 * There are no bytes to point to: an item's `offset` is the number of its part in the session, from 0, and its `line`
 * the number of its message, from 1. Its id is that of its part.
 */
export function openCodeItems(
  messages: readonly unknown[],
  sink: RecordSink,
  facts: SessionFacts = {},
): void {
  const known = messages.map(messageOf);
  const whole = known.filter((message) => message !== undefined);
  const state = newState(whole, cutsIn(whole), facts);
  let part = 0;
  for (const [index, message] of known.entries()) {
    const first = part;
    part += Math.max(1, message?.parts.length ?? 0);
    const at = (number: number): Position => ({ offset: first + number, line: index + 1 });
    if (message === undefined) {
      sink.unknown('message without a role');
      continue;
    }
    const emit = emitter(message, sink, at);
    const unknown = (kind: string) => sink.unknown(kind);
    if (message.info.role === 'user') userItems(message, state, emit, unknown);
    else if (message.info.role === 'assistant') assistantItems(message, state, emit, unknown);
    else sink.unknown(`message/${textOf(message.info.role)}`);
    state.index += 1;
  }
}

function emitter(message: Message, sink: RecordSink, at: (number: number) => Position): Emit {
  const created = timeOf(fieldsOf(message.info.time).created);
  return (item, number, ms, replayed) => {
    const part: Fields = message.parts[number] ?? {};
    const id = textOf(part.id) ?? textOf(message.info.id);
    sink.item(itemOf(item, { at: at(number), id, time: timeOf(ms) ?? created, replayed }));
  };
}
