import { type Changed, SessionLists } from '../../../app/page/session-list.ts';
import { sessionTail } from '../../../app/page/session-page.ts';
import { type ReadOn, Tails } from '../../../app/page/tails.ts';
import type { StoredCursor } from '../../../core/recovery/entry.ts';
import { redactDeep } from '../../../core/trust/redact.ts';
import { answerMessages } from '../../../platform/helper-process.ts';
import { randomBytes } from '../../../platform/random.ts';
import { recordDisk } from '../../../platform/record-disk.ts';
import { isThere } from '../../../platform/small-files.ts';
import type { CliContext } from '../../cli/context.ts';
import { redactionPatterns } from '../../cli/redaction-patterns.ts';
import { listDeps, readSession, sessionsNamed } from '../../page/read-sessions.ts';
import type { LiveTranscript } from '../live-sources.ts';

/** What the page wants read of transcripts. */
export type PageWish =
  | { what: 'list'; epoch: string; after: number; changed?: Changed; told: boolean; of: 'list' }
  | { what: 'detail'; keys: string[]; epoch: string; after: number; of: 'list' }
  | { what: 'tail'; key: string; after: number; cursor?: StoredCursor; of: 'list' }
  | { what: 'session'; named: string; of: string }
  | { what: 'named'; named: string; of: string };

/** The data, with what the daemon keeps of it for itself, or why there is none. */
export type PageAnswer =
  | { data: unknown; live?: LiveTranscript[]; cursor?: StoredCursor | undefined }
  | { fault: { code: string; message: string; hint?: string } };

/** About how long a request for a part of the list may take. */
const listMs = 250;
/** What waits behind it may be an event. */
const detailMs = 25;
/** A part of a look through all folders, which a request may have to wait for, and the rest between two parts. */
const lookMs = 5;
const lookRestMs = 10;

/** Reads transcripts for the page until the daemon is gone. */
export async function answerReadings(context: CliContext): Promise<void> {
  const lists = new SessionLists(listDeps(context, randomBytes(4)));
  const tails = new Tails();
  const looks = new Looks(lists);
  await answerMessages((message) => answer(context, lists, tails, looks, message as PageWish));
  looks.end();
}

/** Goes on with looks through all folders in small parts, between which messages are answered. */
class Looks {
  readonly #lists: SessionLists;
  #next: NodeJS.Timeout | undefined;

  constructor(lists: SessionLists) {
    this.#lists = lists;
  }

  goOn(): void {
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      if (this.#isMore()) this.goOn();
    }, lookRestMs);
  }

  end(): void {
    clearTimeout(this.#next);
  }

  #isMore(): boolean {
    try {
      return this.#lists.lookOn(lookMs);
    } catch {
      // What was looked for is looked for again at the next request.
      return false;
    }
  }
}

async function answer(
  context: CliContext,
  lists: SessionLists,
  tails: Tails,
  looks: Looks,
  wish: PageWish,
): Promise<PageAnswer> {
  if (!isThere(context.paths.home)) throw new Error('the state folder is gone');
  if (wish.what === 'list') {
    const { epoch, after, told, changed } = wish;
    if (lists.isEmpty) lists.scan();
    if (changed !== undefined) lists.changed(changed);
    if (!told) lists.beginLook();
    looks.goOn();
    return { data: lists.list(epoch, after, listMs, true), live: lists.live() };
  }
  if (wish.what === 'tail') {
    const { key, after, cursor } = wish;
    const ref = lists.refOf(key) ?? lists.find(key)[0]?.ref;
    const readOn: ReadOn = (from) => ref && sessionTail(recordDisk, ref, from);
    return {
      data: redactDeep(tails.after(key, after, cursor, readOn) ?? null, redactionPatterns(context)),
    };
  }
  if (wish.what === 'detail') {
    const left = lists.detail(wish.keys, detailMs);
    return { data: { ...lists.list(wish.epoch, wish.after, 0, true), left } };
  }
  const found = sessionsNamed(lists, wish.named);
  if ('fault' in found) return found;
  if (wish.what === 'named') return { data: found.row };
  const { page, cursor } = readSession(context, found);
  const { key, host, session } = found.row;
  const live = page.path === undefined ? [] : [{ path: page.path, key, host, session }];
  return { data: page, live, cursor };
}
