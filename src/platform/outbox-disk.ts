import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboxDisk } from '../app/tracker/ports.ts';
import { makeFolder } from './make-folder.ts';
import { moveFile, touchFile } from './move-file.ts';
import { createSmall, namesIn, readSmall, removeSmall, replaceSmall } from './small-files.ts';

/** A sender that took a message so long ago is dead; none is given so much time. */
const deadAfterMs = 60_000;
/** So long it is remembered what went out. */
const rememberedMs = 30 * 24 * 3600_000;

/** The outbox in a folder: messages that wait, one file each; those on their way; and marks of what went out. */
export function outboxIn(folder: string): OutboxDisk {
  const marks = join(folder, 'marks');
  const way = join(folder, 'on-its-way');
  const place = (name: string) => join(folder, name);
  const markOf = (name: string) => join(marks, name.slice(name.lastIndexOf('-') + 1));
  return {
    waiting: () => namesIn(folder).filter((name) => /^\d+-\d+-[0-9a-f]+$/.test(name)),
    read: (name) => readSmall(place(name)) ?? readSmall(join(way, name)),
    put(name, text) {
      makeFolder(marks);
      if (!createSmall(markOf(name), '')) return false;
      if (replaceSmall(place(name), text)) return true;
      removeSmall(markOf(name));
      return false;
    },
    take(name) {
      try {
        makeFolder(way);
        moveFile(place(name), join(way, name));
        touchFile(join(way, name));
        return true;
      } catch {
        return false;
      }
    },
    finish(name, how, text) {
      if (how !== 'sent') replaceSmall(join(folder, how, name), text);
      removeSmall(join(way, name));
      if (how === 'sent') dropOld(marks);
    },
    putBack(name, text) {
      replaceSmall(place(name), text);
      removeSmall(join(way, name));
    },
    written: (key) => readSmall(join(folder, 'written', key)),
    noteWritten(key, digest) {
      replaceSmall(join(folder, 'written', key), digest);
    },
    onTheirWay: () => namesIn(way),
    abandoned: () =>
      namesIn(way).filter((name) => Math.abs(Date.now() - timeOf(join(way, name))) > deadAfterMs),
  };
}

/** Messages that are not tried again, of one kind. */
export function parkedIn(
  folder: string,
  how: 'unsure' | 'failed',
): { name: string; text: string }[] {
  return namesIn(join(folder, how)).map((name) => ({
    name,
    text: readSmall(join(folder, how, name)) ?? '',
  }));
}

function dropOld(marks: string): void {
  if (!existsSync(marks)) return;
  const names = readdirSync(marks);
  // Few are dropped at a time, and only where there are many.
  if (names.length < 500) return;
  for (const name of names.slice(0, 200)) {
    if (Date.now() - timeOf(join(marks, name)) > rememberedMs) removeSmall(join(marks, name));
  }
}

function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}
