import { fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { Message } from './transcript-messages.ts';

/** True for the message that holds a compaction's summary. On a person's message `summary` is an object of diffs. */
export function isSummary(message: Message): boolean {
  return message.info.role === 'assistant' && message.info.summary === true;
}

/** True for a message of the model that came to its end. A summary that did so may be empty all the same. */
export function isFinished({ info }: Message): boolean {
  if (info.error !== undefined && info.error !== null) return false;
  return textOf(info.finish) !== undefined || typeof fieldsOf(info.time).completed === 'number';
}

/**
 * The ids of the messages at which the client's history really was cut: those with a compaction part for which a
 * finished summary exists. A compaction that failed leaves its part without one, and a summary that hangs on another
 * message cuts nothing. A summary that names no message, or one that is not here, stands for its own cut.
 */
export function cutsIn(messages: Message[]): Set<string> {
  const asked = new Map<string, boolean>();
  for (const { info, parts } of messages) {
    const id = textOf(info.id);
    if (id !== undefined)
      asked.set(
        id,
        parts.some((part) => part.type === 'compaction'),
      );
  }
  const cuts = new Set<string>();
  for (const message of messages) {
    if (!isSummary(message) || !isFinished(message)) continue;
    const parent = textOf(message.info.parentID);
    const own = textOf(message.info.id);
    if (parent !== undefined && asked.has(parent)) {
      if (asked.get(parent)) cuts.add(parent);
    } else if (own !== undefined) cuts.add(own);
  }
  return cuts;
}
