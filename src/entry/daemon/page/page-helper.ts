import { SessionLists } from '../../../app/page/session-list.ts';
import { answerMessages } from '../../../platform/helper-process.ts';
import { randomBytes } from '../../../platform/random.ts';
import { isThere } from '../../../platform/small-files.ts';
import type { CliContext } from '../../cli/context.ts';
import { listDeps, readSession, sessionsNamed } from '../../page/read-sessions.ts';

/** What the page wants read of transcripts. */
export type PageWish =
  | { what: 'list'; epoch: string; after: number; of: 'list' }
  | { what: 'detail'; keys: string[]; epoch: string; after: number; of: 'list' }
  | { what: 'session'; named: string; of: string }
  | { what: 'named'; named: string; of: string };

/** The data, or why there is none. */
export type PageAnswer =
  | { data: unknown }
  | { fault: { code: string; message: string; hint?: string } };

/** About how long a request for a part of the list may take. */
const listMs = 250;
const detailMs = 400;

/** Reads transcripts for the page until the daemon is gone. */
export async function answerReadings(context: CliContext): Promise<void> {
  const lists = new SessionLists(listDeps(context, randomBytes(4)));
  await answerMessages((message) => answer(context, lists, message as PageWish));
}

async function answer(
  context: CliContext,
  lists: SessionLists,
  wish: PageWish,
): Promise<PageAnswer> {
  if (!isThere(context.paths.home)) throw new Error('the state folder is gone');
  if (wish.what === 'list') return { data: lists.list(wish.epoch, wish.after, listMs) };
  if (wish.what === 'detail') {
    const left = lists.detail(wish.keys, detailMs);
    return { data: { ...lists.list(wish.epoch, wish.after, 0), left } };
  }
  const found = sessionsNamed(lists, wish.named);
  if ('fault' in found) return found;
  if (wish.what === 'named') return { data: found.row };
  return { data: readSession(context, found) };
}
