import type { StoredCursor } from '../../../core/recovery/entry.ts';
import type { LiveTranscripts } from '../events-route.ts';
import type { PageAnswer, PageWish } from './page-helper.ts';

const mostCursors = 32;

/** What the daemon keeps of readings for the page, so that later ones need only read what is new. */
export class Followed {
  readonly #transcripts: LiveTranscripts;
  /** Where the last readings of sessions ended, by their keys. */
  readonly #cursors = new Map<string, StoredCursor>();

  constructor(transcripts: LiveTranscripts) {
    this.#transcripts = transcripts;
  }

  /** Takes notice of what a reading told beside its data. */
  took(came: Extract<PageAnswer, { data: unknown }>): void {
    const { live = [], cursor } = came;
    if (live.length > 0) this.#transcripts.watch(live);
    const [only] = live;
    if (cursor === undefined || only === undefined) return;
    this.#cursors.delete(only.key);
    this.#cursors.set(only.key, cursor);
    const [oldest] = this.#cursors.keys();
    if (this.#cursors.size > mostCursors && oldest !== undefined) this.#cursors.delete(oldest);
  }

  /** The wish for a part of the list; with `key` also for what only whole transcripts tell of these rows. */
  listWish(query: URLSearchParams): PageWish {
    const epoch = query.get('epoch') ?? '';
    const after = Number(query.get('after') ?? 0) || 0;
    const keys = query.getAll('key').slice(0, 200);
    if (keys.length > 0) return { what: 'detail', keys, epoch, after, of: 'list' };
    const [changed, told] = [this.#transcripts.changed(), query.has('told')];
    return { what: 'list', epoch, after, changed, told, of: 'list' };
  }

  /** The wish for what came behind a place of a transcript; undefined where none is named. */
  tailWish(query: URLSearchParams): PageWish | undefined {
    const key = query.get('key') ?? '';
    const after = Number(query.get('after') ?? Number.NaN);
    if (key === '' || !Number.isInteger(after)) return undefined;
    const cursor = this.#cursors.get(key);
    const isOf = cursor?.offset === after;
    return { what: 'tail', key, after, of: 'list', ...(isOf && { cursor }) };
  }
}
