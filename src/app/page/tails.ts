import type { SessionEvent, SessionTail } from '../../core/page/model.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';

/** Reads a transcript on from a cursor; undefined where all of it must be read. */
export type ReadOn = (
  cursor: StoredCursor,
) => { tail: SessionTail; cursor: StoredCursor } | undefined;

interface Followed {
  cursor: StoredCursor;
  parts: { from: number; events: SessionEvent[] }[];
}

const mostSessions = 32;
/** Parts that are kept for pages that were told less than others. */
const mostParts = 40;

/** What was added to transcripts that pages show, read once for all of them. */
export class Tails {
  readonly #followed = new Map<string, Followed>();

  /**
   * What came behind a place of a session's transcript. `cursor`: that of a reading that ended at this place, where there is one.
   * Undefined where that cannot be told, so that all must be read.
   */
  after(
    key: string,
    place: number,
    cursor: StoredCursor | undefined,
    readOn: ReadOn,
  ): SessionTail | undefined {
    let followed = this.#followed.get(key);
    if (followed === undefined || !knows(followed, place)) {
      followed = cursor && { cursor, parts: [] };
    }
    this.#followed.delete(key);
    if (followed === undefined || !knows(followed, place)) return undefined;
    const read = readOn(followed.cursor);
    if (read === undefined) return undefined;
    if (read.cursor.offset !== followed.cursor.offset) {
      followed.parts.push({ from: Number(followed.cursor.offset), events: read.tail.events });
      if (followed.parts.length > mostParts) followed.parts.shift();
    }
    followed.cursor = read.cursor;
    this.#followed.set(key, followed);
    const [oldest] = this.#followed.keys();
    if (this.#followed.size > mostSessions && oldest !== undefined) this.#followed.delete(oldest);
    const events = followed.parts
      .filter(({ from }) => from >= place)
      .flatMap((part) => part.events);
    return { events, readTo: read.tail.readTo };
  }
}

function knows({ cursor, parts }: Followed, place: number): boolean {
  return cursor.offset === place || parts.some(({ from }) => from === place);
}
