import type { Passage } from '../../core/at-hand/passage.ts';
import { PassageMaker } from '../../core/at-hand/passages-of.ts';
import type { ConversationItem } from '../../core/conversation.ts';
import type { HostEvent } from '../../core/event.ts';
import { textHash } from '../../core/hash.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { isLeft, type Left } from '../../core/rewind/left.ts';
import { type Handle, handleText, parseHandle, recordKey } from '../../core/search/handle.ts';
import { searchableOf } from '../../core/search/searchable.ts';
import { redact, redactDeep } from '../../core/trust/redact.ts';
import { findRecord } from '../find-record.ts';
import type { HookDeps } from '../hook/context.ts';
import { type Forgotten, isForgotten, isForgottenSession } from '../recall/forgotten.ts';
import { keptForSearch } from '../recall/index-record.ts';
import { OwnSearches } from '../recall/own-searches.ts';
import { RowCount } from '../recall/row-count.ts';
import type { PassageStore } from './ports.ts';

/** Passages that are kept, the newest ones. */
const mostPassages = 20_000;
/** Bytes of a record that are read in one go; of more nothing is brought up. */
const mostBytes = 512 * 1024 * 1024;

/**
 * Reads what is new in the session's record and keeps its passages. It takes as long as reading takes, so that it is done where
 * nobody waits. What the user had forgotten is passed over.
 */
export function gatherPassages(
  deps: HookDeps,
  event: HostEvent,
  store: PassageStore,
  forgotten: Forgotten,
): void {
  const path = findRecord(deps.files, deps.host, event);
  if (path === undefined || isForgottenSession(forgotten, deps.host.id, event.sessionId)) return;
  const kept = store.head();
  const goesOn = kept !== undefined && kept.record === path ? kept.cursor : undefined;
  const from = typeof goesOn?.offset === 'number' ? goesOn.offset : 0;
  if ((deps.files.stat(path)?.size ?? 0) - from > mostBytes) return;
  const gathering = new Gathering(deps, event, path, forgotten);
  const reader = deps.host.reader({ keep: keptForSearch });
  const read = deps.records(path, reader, goesOn, (item) => gathering.take(item));
  if (read === undefined) return;
  const before = goesOn === undefined || read.reset ? [] : store.all();
  const { passages, boundary, left } = gathering;
  const at = deps.clock.now().toISOString();
  const { cursor } = read;
  // What comes after a compaction is read again when it matters.
  const place = boundary === undefined ? { cursor, context: endOf(cursor) } : { context: boundary };
  const all = [...before, ...passages].filter(({ handle }) => !isTakenBack(left, handle));
  store.write({ record: path, at, ...place }, all.slice(-mostPassages));
}

/** True for what was said in a turn that was taken back. */
function isTakenBack(left: Left | undefined, handle: string): boolean {
  const offset = left && parseHandle(handle)?.offset;
  return offset !== undefined && isLeft(left, offset);
}

function endOf({ offset }: StoredCursor): number {
  return typeof offset === 'number' ? offset : 0;
}

/** The passages before the last compaction that was read; of none, of all that was read. */
class Gathering {
  /** Where the last compaction stands. */
  boundary: number | undefined;
  /** Places of turns that were taken back. */
  left: Left | undefined;
  readonly #deps: HookDeps;
  readonly #forgotten: Forgotten;
  readonly #record: string;
  readonly #isComing: boolean;
  readonly #rows = new RowCount();
  readonly #searches = new OwnSearches();
  readonly #maker = new PassageMaker();
  #before: Passage[] = [];
  #after: Passage[] = [];

  constructor(deps: HookDeps, { sessionId, type }: HostEvent, path: string, forgotten: Forgotten) {
    this.#deps = deps;
    this.#forgotten = forgotten;
    this.#isComing = type === 'compaction.starting';
    // Hooks know no handle of a place in a database.
    this.#record = deps.host.inDatabase ? '' : recordKey(deps.host.id, sessionId, path);
  }

  get passages(): Passage[] {
    return this.boundary === undefined ? this.#after : this.#before;
  }

  take(item: ConversationItem): void {
    // Where one is about to come, all that stands there is before it.
    if (item.type === 'boundary' && !this.#isComing) {
      this.boundary = item.at.offset;
      this.#before = [...this.#before, ...this.#after].slice(-mostPassages);
      this.#after = [];
    }
    if (item.type === 'rewind') this.left = item.left;
    const given = searchableOf(item, keptForSearch);
    if (given === undefined) return;
    const { offset } = item.at;
    const nth = this.#rows.next(offset);
    if (item.replayed || this.#searches.holds(item)) return;
    if (this.#isForgotten(given.text, { record: this.#record, offset, nth })) return;
    const handle = this.#record === '' ? '' : handleText({ record: this.#record, offset, nth });
    const clean = redactDeep(item, this.#deps.patterns);
    this.#after.push(...this.#maker.of(clean, handle));
    if (this.#after.length > 2 * mostPassages) this.#after = this.#after.slice(-mostPassages);
  }

  #isForgotten(text: string, handle: Handle): boolean {
    if (isForgotten(this.#forgotten, handle)) return true;
    const { texts } = this.#forgotten;
    return texts.size > 0 && texts.has(textHash(redact(text, this.#deps.patterns)));
  }
}
