import { join } from 'node:path';
import { glanceTicket } from '../../core/ticket/glance.ts';
import { workerStateOf } from '../../core/worker/read-records.ts';
import { journalPath, parseLines } from '../../journal/journal.ts';
import { openLines } from '../../platform/line-blocks.ts';
import { namesIn, readSmall, sizeAndTime } from '../../platform/small-files.ts';
import type { LiveEvent } from './event-stream.ts';

type Tell = (event: LiveEvent) => void;

/** A look at something that changes; the first look tells nothing. */
export type Source = (tell: Tell, now: string) => void;

/** More is not told in one look of one file. */
const mostBytes = 4 * 1024 * 1024;

/** What is appended to the journals of sessions: of each entry its kind, never its text. */
export function journalSource(sessions: string): Source {
  const seen = new Map<string, number>();
  let first = true;
  return (tell) => {
    for (const host of namesIn(sessions)) {
      for (const session of namesIn(join(sessions, host))) {
        const path = journalPath(join(sessions, host, session));
        const size = sizeAndTime(path)?.size;
        if (size === undefined) continue;
        const before = seen.get(path) ?? (first ? size : 0);
        if (size === before) seen.set(path, size);
        else seen.set(path, tellLines(path, size < before ? 0 : before, tellEntry));

        function tellEntry(text: string): void {
          for (const { kind, agent, at } of parseLines(text).entries) {
            tell({ kind: 'session', at, host, session, ...(agent && { agent }), entry: kind });
          }
        }
      }
    }
    first = false;
  };
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
  return (tell, now) => {
    for (const worker of namesIn(workers)) {
      const path = join(workers, worker, 'state.json');
      const found = sizeAndTime(path);
      if (found === undefined) continue;
      const stamp = `${found.size}/${found.modifiedMs}`;
      const before = seen.get(worker);
      if (before?.stamp === stamp) continue;
      const state = workerStateOf(readSmall(path));
      if (state === undefined) continue;
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
  return (tell, now) => {
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
