import { Fault } from '../../core/errors.ts';
import { glanceAtHead, glanceTicket, type TicketGlance } from '../../core/ticket/glance.ts';
import { maxTicketCharacters } from '../../core/ticket/parse.ts';
import type { FileStamp, TicketDisk } from './ports.ts';
import { textOf } from './store.ts';

/** A ticket on the board, or why its file is none. */
export type BoardEntry = { path: string } & ({ glance: TicketGlance } | { problem: string });

/** What was read of tickets, by their files' names; derived, and made anew where it is lost. */
export interface BoardCache {
  read(): string | undefined;
  /** Never throws: without it the next board takes longer. */
  write(text: string): void;
}

/** Raise it when a glance holds something else. */
const version = 2;
/**
 * A file that was changed so shortly before it was read could have been changed again without a sign of it, in milliseconds:
 * on disks that keep whole seconds, and on others.
 */
const unsureMs = { coarse: 2_000, fine: 50 };
/** So much of a ticket says where it stands, as a rule. */
const headBytes = 16 * 1024;

type Cached = Record<string, [stamp: readonly number[], glance: TicketGlance]>;

/** The tickets of a folder as far as a board shows them; of files that are as they were nothing is read. */
export function readBoard(
  disk: Pick<TicketDisk, 'read' | 'head' | 'stamps'>,
  folder: string,
  isTicket: (name: string) => boolean,
  cache: BoardCache,
  nowMs: number,
): BoardEntry[] {
  const before = cachedIn(cache.read());
  const after: Cached = {};
  let changed = false;
  const entries = disk.stamps(folder, isTicket).map((file): BoardEntry => {
    const path = `${folder}/${file.name}`;
    const known = Object.hasOwn(before, file.name) ? before[file.name] : undefined;
    if (known && isSame(known[0], file.stamp)) {
      after[file.name] = known;
      return { path, glance: known[1] };
    }
    const entry = readEntry(disk, path, file);
    changed = true;
    if ('glance' in entry && isSettled(file, nowMs)) {
      after[file.name] = [file.stamp, entry.glance];
    }
    return entry;
  });
  changed ||= Object.keys(before).length !== Object.keys(after).length;
  if (changed) cache.write(JSON.stringify({ version, files: after }));
  return entries;
}

function isSettled({ changedMs }: FileStamp, nowMs: number): boolean {
  const age = nowMs - changedMs;
  return age > (changedMs % 1000 === 0 ? unsureMs.coarse : unsureMs.fine);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

function readEntry(
  disk: Pick<TicketDisk, 'read' | 'head'>,
  path: string,
  file: FileStamp,
): BoardEntry {
  const head = file.ordinary ? disk.head(path, headBytes) : undefined;
  const quick = head === undefined ? undefined : glanceAtHead(head, path);
  if (quick !== undefined) return { path, glance: quick };
  try {
    const bytes = disk.read(path, maxTicketCharacters * 2);
    if (bytes === undefined) return { path, problem: 'it is gone' };
    return { path, glance: glanceTicket(textOf(bytes, path), path) };
  } catch (error) {
    if (error instanceof Fault) return { path, problem: error.message };
    throw error;
  }
}

function cachedIn(text: string | undefined): Cached {
  try {
    const value = JSON.parse(text ?? '') as { version?: number; files?: Cached };
    return value.version === version && value.files ? value.files : {};
  } catch {
    return {};
  }
}
