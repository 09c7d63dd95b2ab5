import { findRecords, type RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import type { Root } from '../records/walk.ts';

/** A session that a client's transcript shows, and of which no event arrived here. */
export interface UnheardSession {
  host: string;
  /** The client's name as its makers write it. */
  title: string;
  session: string;
  /** The folder in which it began, where the transcript names it. */
  cwd?: string;
  /** ISO time of its first row. */
  from: string;
  /** Compactions since the moment that was asked for. */
  compactions: number;
}

export interface UnheardWish {
  roots: readonly Root[];
  /** Only sessions that began or were compacted at or after this moment, in milliseconds since 1970. */
  sinceMs: number;
  /** True for a session that is left out: events arrived from it, or no hook could reach it. */
  leavesOut(ref: RecordRef & { session: string }): boolean;
}

/** How many of the newest transcripts are read, and how long one may be, in bytes. */
const mostRead = 8;
const longest = 256 * 1024 * 1024;

const byUser: ReadonlySet<string> = new Set(['typed', 'queued', 'mid-turn', 'command']);

/**
 * The sessions of the newest transcripts in which a user wrote and of which nothing arrived, newest first. Transcripts of
 * agents below another one count with that one. What cannot be read is left out: `audit` names it.
 */
export function unheardSessions(disk: RecordDisk, wish: UnheardWish): UnheardSession[] {
  const refs: (RecordRef & { session: string })[] = [];
  const accepts = ({ subagent, size }: RecordRef) => subagent !== true && size <= longest;
  for (const found of findRecords(disk, wish.roots, { sinceMs: wish.sinceMs, accepts })) {
    if (!('ref' in found) || found.ref.session === undefined) continue;
    const ref = { ...found.ref, session: found.ref.session };
    if (!wish.leavesOut(ref)) refs.push(ref);
  }
  return refs
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
    .slice(0, mostRead)
    .flatMap((ref) => asUnheard(disk, ref, wish.sinceMs));
}

function asUnheard(
  disk: RecordDisk,
  ref: RecordRef & { session: string },
  sinceMs: number,
): UnheardSession[] {
  let from: string | undefined;
  let cwd = ref.cwd;
  let prompts = 0;
  let compactions = 0;
  const { read } = readConversation(disk, ref, (item) => {
    if (from === undefined && item.time !== undefined) from = item.time;
    if (item.type === 'place' && cwd === undefined) cwd = item.cwd;
    if (item.replayed === true) return;
    if (item.type === 'user' && byUser.has(item.origin)) prompts += 1;
    if (item.type === 'boundary' && !(Date.parse(item.time ?? '') < sinceMs)) compactions += 1;
  });
  if (!read || prompts === 0 || from === undefined) return [];
  if (compactions === 0 && !(Date.parse(from) >= sinceMs)) return [];
  const { host, title } = ref.store;
  const { session } = ref;
  return [{ host, title, session, from, compactions, ...(cwd === undefined ? {} : { cwd }) }];
}
