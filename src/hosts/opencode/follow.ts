import type { ConversationItem } from '../../core/conversation.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { fieldsOf, textOf, timeOf } from '../../core/rows/fields.ts';
import type { RecordSink } from '../host.ts';
import { openCodeItems } from './transcript.ts';
import { isFinished, isSummary } from './transcript-compactions.ts';
import { type Message, messageOf } from './transcript-messages.ts';
import type { SessionFacts } from './transcript-state.ts';

/** One place of a session: a part, or a message that has none. */
interface Place {
  id: string;
  /** False while the client may still change what stands there. */
  settled: boolean;
}

/**
 * Reports what is new in a session since a cursor, up to the first part that is still being worked on, and says where
 * that is: the client changes a call in place until it is done, and a compaction counts only once its summary is there.
 * Messages that were taken back make no difference: what came after them is new.
 */
export function openCodeSince(
  messages: readonly unknown[],
  cursor: StoredCursor | undefined,
  sink: RecordSink,
  facts: SessionFacts = {},
): StoredCursor {
  const places = placesOf(messages.map(messageOf));
  const from = resumeAt(places, cursor);
  const open = places.findIndex((place, index) => index >= from && !place.settled);
  const end = open < 0 ? places.length : open;
  const within: RecordSink = {
    item(item) {
      if (item.at.offset >= from && item.at.offset < end) sink.item(item);
    },
    unknown: (kind) => sink.unknown(kind),
    damaged: (at) => sink.damaged(at),
  };
  openCodeItems(messages, within, facts);
  const item = rewindAt(messages, places, cursor, facts);
  if (item !== undefined) sink.item(item);
  const next: StoredCursor = { offset: end, last: places[end - 1]?.id ?? '' };
  if (hasLost(places, cursor)) next.removed = 1;
  if (facts.revert !== undefined) next.revert = facts.revert.messageID;
  return next;
}

/** True where places that were read before are there no more: the client removes what was undone at the next prompt. */
function hasLost(places: readonly Place[], cursor: StoredCursor | undefined): boolean {
  const last = cursor?.last;
  if (typeof last !== 'string' || last === '' || typeof cursor?.offset !== 'number') return false;
  const same = places.findLastIndex((place) => place.id === last);
  return same < 0 ? resumeAt(places, cursor) < cursor.offset : same + 1 < cursor.offset;
}

/** What the client tells of turns that were undone: a mark as long as nobody went on, and their being gone behind that. */
function rewindAt(
  messages: readonly unknown[],
  places: readonly Place[],
  cursor: StoredCursor | undefined,
  { revert }: SessionFacts,
): (ConversationItem & { type: 'rewind' }) | undefined {
  const lost = hasLost(places, cursor);
  if (revert === undefined && !lost && cursor?.revert === undefined) return undefined;
  const known = messages.map(messageOf);
  const at = { offset: newestMs(known), line: messages.length };
  if (revert === undefined) {
    const kept = known[known.length - 1 - (lost ? 1 : 0)];
    const since = timeOf(fieldsOf(kept?.info.time).completed ?? fieldsOf(kept?.info.time).created);
    return { type: 'rewind', left: [], at, ...(lost && since ? { since } : {}) };
  }
  const index = known.findIndex((message) => message?.info.id === revert.messageID);
  if (index < 0) return { type: 'rewind', left: [], at };
  const sizes = known.map((message) => Math.max(1, message?.parts.length ?? 0));
  const first = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  const inside = known[index]!.parts.findIndex((part) => part.id === revert.partID);
  const since = timeOf(fieldsOf(known[index]!.info.time).created);
  return {
    type: 'rewind',
    left: [[first + Math.max(0, inside), Number.MAX_SAFE_INTEGER]],
    at,
    ...(since === undefined ? {} : { since }),
  };
}

/** Grows with the session, whatever is removed from it. */
function newestMs(messages: readonly (Message | undefined)[]): number {
  const times = messages.map((message) => Number(fieldsOf(message?.info.time).created ?? 0));
  return Math.max(0, ...times.filter((ms) => Number.isFinite(ms)));
}

function resumeAt(places: readonly Place[], cursor: StoredCursor | undefined): number {
  const last = cursor?.last;
  if (typeof last !== 'string' || last === '') return 0;
  const same = places.findLastIndex((place) => place.id === last);
  if (same >= 0) return same + 1;
  // Ids grow with time, whatever they are ids of.
  const age = ageOf(last);
  return places.findLastIndex((place) => ageOf(place.id) <= age) + 1;
}

function ageOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

function placesOf(messages: readonly (Message | undefined)[]): Place[] {
  const answers = messages.map((message) => message?.info.role === 'assistant');
  const lastAnswer = answers.lastIndexOf(true);
  return messages.flatMap((message, index): Place[] => {
    if (message === undefined) return [{ id: '', settled: true }];
    const id = textOf(message.info.id) ?? '';
    const working = index === lastAnswer && !isFinished(message);
    const waiting = isWaiting(messages, index);
    if (message.parts.length === 0) return [{ id, settled: !working && !waiting }];
    const places = message.parts.map((part) => ({
      id: textOf(part.id) ?? id,
      settled: !waiting && !(working && isChanging(part)),
    }));
    return places;
  });
}

/** True for a compaction that has begun, while nothing but its unfinished summary stands behind it. */
function isWaiting(messages: readonly (Message | undefined)[], index: number): boolean {
  if (!messages[index]!.parts.some((part) => part.type === 'compaction')) return false;
  return messages
    .slice(index + 1)
    .every((later) => later !== undefined && isSummary(later) && !isFinished(later));
}

function isChanging(part: Record<string, unknown>): boolean {
  if (part.type === 'tool') {
    const { status } = fieldsOf(part.state);
    return status !== 'completed' && status !== 'error';
  }
  return part.type === 'text' && typeof fieldsOf(part.time).end !== 'number';
}
