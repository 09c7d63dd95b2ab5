import { basename, dirname, join } from 'node:path';
import { glanceTicket } from '../../core/ticket/glance.ts';
import { isOver } from '../../core/worker/launch.ts';
import { workerStateOf } from '../../core/worker/read-records.ts';
import { journalPath, parseLines } from '../../journal/journal.ts';
import { openLines } from '../../platform/line-blocks.ts';
import { namesIn, readSmall, sizeAndTime } from '../../platform/small-files.ts';
import type { LiveEvent } from './event-stream.ts';

type Tell = (event: LiveEvent) => void;

/** What a look gives away beside events. */
export interface Looking {
  tell: Tell;
  /** ISO time. */
  now: string;
  /** Only what lies in this folder is looked at; absent: everything. */
  folder?: string | undefined;
  /** A folder that something changes in; `modifiedMs`: when something did last. */
  changing(folder: string, modifiedMs: number): void;
}

/** A look at something that changes; the first look tells nothing. */
export type Source = (looking: Looking) => void;

/** More is not told in one look of one file. */
const mostBytes = 4 * 1024 * 1024;

/** So many of the folders that changed last are said to be changing at the first look. */
const mostNewest = 128;

/**
 * What is appended to the journals of sessions: of each entry its kind, never its text. Of more than `mostLooked` journals a look
 * at all of them takes one part after the other: those that changed last are watched.
 */
export function journalSource(sessions: string, mostLooked = 2_000): Source {
  const seen = new Map<string, number>();
  let first = true;
  let next = 0;
  return ({ tell, folder, changing }) => {
    const newest: { place: string; modifiedMs: number }[] = [];
    if (folder === undefined) changing(sessions, Number.POSITIVE_INFINITY);
    const found: [host: string, session: string][] = [];
    for (const host of hostsIn(folder)) {
      const ofHost = join(sessions, host);
      if (folder === undefined) changing(ofHost, Number.POSITIVE_INFINITY);
      for (const session of sessionsIn(ofHost, folder)) found.push([host, session]);
    }
    for (const [host, session] of folder === undefined && !first ? partOf(found) : found) {
      look(host, session, join(sessions, host, session));
    }
    newest.sort((a, b) => a.modifiedMs - b.modifiedMs);
    for (const one of newest.slice(-mostNewest)) changing(one.place, Number.POSITIVE_INFINITY);
    first = false;

    function look(host: string, session: string, place: string): void {
      const path = journalPath(place);
      // A session that is new: its journal may be about to come.
      if (folder === dirname(place)) changing(place, Number.POSITIVE_INFINITY);
      const found = sizeAndTime(path);
      if (found === undefined) return;
      const { size, modifiedMs } = found;
      if (first) newest.push({ place, modifiedMs });
      const before = seen.get(path) ?? (first ? size : 0);
      if (size === before) {
        seen.set(path, size);
        return;
      }
      changing(place, modifiedMs);
      const tellEntry = (text: string): void => {
        for (const { kind, agent, at } of parseLines(text).entries) {
          tell({ kind: 'session', at, host, session, ...(agent && { agent }), entry: kind });
        }
      };
      seen.set(path, tellLines(path, size < before ? 0 : before, tellEntry));
    }
  };

  function partOf<T>(all: readonly T[]): readonly T[] {
    if (all.length <= mostLooked) return all;
    const from = next % all.length;
    next = from + mostLooked;
    return [...all.slice(from, next), ...all.slice(0, Math.max(0, next - all.length))];
  }

  function hostsIn(folder: string | undefined): string[] {
    if (folder === undefined || folder === sessions) return namesIn(sessions);
    if (dirname(folder) === sessions) return [basename(folder)];
    return dirname(dirname(folder)) === sessions ? [basename(dirname(folder))] : [];
  }

  /** In the folder of a client only sessions that are new are looked at: each has a folder of its own. */
  function sessionsIn(host: string, folder: string | undefined): string[] {
    if (folder !== undefined && dirname(folder) === host) return [basename(folder)];
    const all = namesIn(host);
    return folder === undefined
      ? all
      : all.filter((name) => !seen.has(journalPath(join(host, name))));
  }
}

/** Gives the whole lines behind a byte; answers with where they end. */
function tellLines(path: string, from: number, onText: (text: string) => void): number {
  const file = openLines(path);
  if (file === undefined) return from;
  try {
    if (file.size - from > mostBytes) return file.size;
    return file.blocks(from, onText);
  } finally {
    file.close();
  }
}

/** What workers do and come to. */
export function workerSource(workers: string): Source {
  const seen = new Map<string, { stamp: string; activity: string }>();
  let first = true;
  return ({ tell, now, folder, changing }) => {
    if (folder !== undefined && folder !== workers && dirname(folder) !== workers) return;
    if (folder === undefined) changing(workers, Number.POSITIVE_INFINITY);
    const only = folder !== undefined && folder !== workers;
    for (const worker of only ? [basename(folder)] : namesIn(workers)) {
      const path = join(workers, worker, 'state.json');
      const found = sizeAndTime(path);
      if (found === undefined) continue;
      const stamp = `${found.size}/${found.modifiedMs}`;
      const before = seen.get(worker);
      if (before?.stamp === stamp) continue;
      const state = workerStateOf(readSmall(path));
      if (state === undefined) continue;
      if (!first || !isOver(state.status)) changing(join(workers, worker), found.modifiedMs);
      const { status, activities } = state;
      seen.set(worker, { stamp, activity: activities.at(-1)?.time ?? '' });
      if (first) continue;
      const fresh = activities.filter(({ time }) => time > (before?.activity ?? ''));
      tell({ kind: 'worker', at: now, worker, status, activities: fresh });
    }
    first = false;
  };
}

/** What changes on the board of a project. */
export function ticketSource(project: string): Source {
  const folder = join(project, '.holdfast', 'tickets');
  const seen = new Map<string, string>();
  let first = true;
  return ({ tell, now, folder: only, changing }) => {
    if (only !== undefined && only !== folder) return;
    if (only === undefined) changing(folder, Number.POSITIVE_INFINITY);
    for (const name of namesIn(folder)) {
      if (!name.endsWith('.md') || /^readme\.md$/i.test(name)) continue;
      const path = join(folder, name);
      const found = sizeAndTime(path);
      if (found === undefined) continue;
      const stamp = `${found.size}/${found.modifiedMs}`;
      if (seen.get(path) === stamp) continue;
      seen.set(path, stamp);
      if (first) continue;
      const { id, status } = glanceTicket(readSmall(path) ?? '', path);
      tell({ kind: 'ticket', at: now, ticket: id, path, state: status ?? null });
    }
    first = false;
  };
}

/** A transcript that may change, with what it is of. */
export interface LiveTranscript {
  path: string;
  /** The session's key on the page. */
  key: string;
  host: string;
  session?: string | undefined;
}

/**
 * That transcripts grew, of those that `watch` named, the last of them, and that files came into their folders. `changed`: their paths, once.
 */
export function transcriptSource(): {
  source: Source;
  watch(transcripts: readonly LiveTranscript[]): void;
  changed(): string[];
  /** A file of a folder changed, or came. */
  notice(folder: string, name: string | undefined): void;
} {
  const known = new Map<string, LiveTranscript & { stamp: string }>();
  const changed = new Set<string>();
  const strange = new Map<string, string>();
  return {
    watch(transcripts) {
      for (const one of transcripts) {
        const stamp = known.get(one.path)?.stamp ?? stampOf(one.path);
        known.delete(one.path);
        known.set(one.path, { ...one, stamp });
      }
      for (const path of known.keys()) if (known.size > mostNewest) known.delete(path);
    },
    changed() {
      const paths = [...changed];
      changed.clear();
      return paths;
    },
    notice(folder, name) {
      if (name === undefined || !/\.jsonl?$/.test(name)) return;
      const path = join(folder, name);
      const beside = [...known.values()].find((one) => dirname(one.path) === folder);
      if (beside !== undefined && !known.has(path)) strange.set(path, beside.host);
    },
    source({ tell, now, folder, changing }) {
      for (const one of known.values()) {
        const place = dirname(one.path);
        if (folder !== undefined && folder !== place) continue;
        if (folder === undefined) changing(place, Number.POSITIVE_INFINITY);
        const stamp = stampOf(one.path);
        if (stamp === one.stamp) continue;
        one.stamp = stamp;
        changing(place, Number(stamp.split(' ')[1]));
        changed.add(one.path);
        const { key, host, session } = one;
        tell({
          kind: 'session',
          at: now,
          host,
          ...(session && { session }),
          key,
          entry: 'transcript',
        });
      }
      for (const [path, host] of strange) {
        changed.add(path);
        tell({ kind: 'session', at: now, host, entry: 'transcript' });
      }
      strange.clear();
      // Nobody may ask for a long time.
      for (const path of changed) if (changed.size > mostNewest * 2) changed.delete(path);
    },
  };
}

/** Size and time of a file; of a database also of what was written beside it and not yet into it. */
function stampOf(path: string): string {
  const [own, log] = [
    sizeAndTime(path),
    path.endsWith('.db') ? sizeAndTime(`${path}-wal`) : undefined,
  ];
  const time = Math.max(own?.modifiedMs ?? 0, log?.modifiedMs ?? 0);
  return `${own?.size ?? 0}/${log?.size ?? 0} ${time}`;
}
