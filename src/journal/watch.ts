import { join } from 'node:path';
import type { Quiet } from '../app/ports.ts';
import { guardReason } from '../core/recovery/watch-reason.ts';
import {
  namesIn,
  readSmall,
  removeEmptyFolder,
  removeSmall,
  replaceSmall,
  sizeAndTime,
} from '../platform/small-files.ts';
import { folderName } from './session-folder.ts';

/** The file whose presence makes a tool event of the session start Node. */
export function watchPath(stateFolder: string, sessionId: string): string {
  return join(stateFolder, 'watch', folderName(sessionId));
}

/**
 * The file that says that of the tool events those before a call are enough: beside a watch file alone it means something. Where it
 * stands, the events after a call start nothing.
 */
export function watchBeforePath(stateFolder: string, sessionId: string): string {
  return join(stateFolder, 'watch-before', folderName(sessionId));
}

/** Where a file of the session stands, the registered commands start the hook and wait for nothing. */
const quietFolders = { quiet: ['all'], 'quiet-ends': ['all', 'ends'] } satisfies Record<
  string,
  Quiet[]
>;

/** Says what of a session has nothing to tell; true where that is new. Writes only what changes. */
export function setQuiet(stateFolder: string, sessionId: string, quiet: Quiet): boolean {
  let isNew = false;
  for (const [folder, levels] of Object.entries<Quiet[]>(quietFolders)) {
    const path = join(stateFolder, folder, folderName(sessionId));
    const wanted = levels.includes(quiet);
    if ((sizeAndTime(path) !== undefined) === wanted) continue;
    if (wanted) replaceSmall(path, '');
    else removeSmall(path);
    isNew = true;
  }
  return isNew;
}

/** Lets every session be answered at its next event, as when a task is set for a project. */
export function endQuiet(stateFolder: string): void {
  for (const name of Object.keys(quietFolders)) {
    const folder = join(stateFolder, name);
    for (const file of namesIn(folder)) removeSmall(join(folder, file));
  }
}

/** True where the watch file of a session is there. */
export function isWatched(stateFolder: string, sessionId: string): boolean {
  return sizeAndTime(watchPath(stateFolder, sessionId)) !== undefined;
}

/**
 * Makes the watch file say why tool events of the session are needed; without reasons the file goes,
 * and with the last file the folder, since a launcher without a session id asks for the folder itself. Where the guard alone asks, the
 * events after a call are not needed. Whoever calls this changed something, so that the session is answered at its next event.
 */
export function setWatch(stateFolder: string, sessionId: string, reasons: readonly string[]): void {
  setQuiet(stateFolder, sessionId, 'none');
  const path = watchPath(stateFolder, sessionId);
  const before = watchBeforePath(stateFolder, sessionId);
  const only = reasons.length > 0 && reasons.every((reason) => reason === guardReason);
  if (!only && sizeAndTime(before)) {
    removeSmall(before);
    removeEmptyFolder(join(stateFolder, 'watch-before'));
  }
  if (reasons.length === 0) {
    if (sizeAndTime(path)) removeWatch(stateFolder, path);
    return;
  }
  replaceSmall(path, `${reasons.join('\n')}\n`);
  if (only && sizeAndTime(before) === undefined) replaceSmall(before, '');
}

/** Why tool events of a session are needed, by its watch file. */
export function watchReasonsOf(stateFolder: string, sessionId: string): string[] {
  const text = readSmall(watchPath(stateFolder, sessionId)) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** Drops files about sessions that were not touched for `ageMs`: their sessions died without an end. */
export function dropStaleWatches(stateFolder: string, nowMs: number, ageMs: number): void {
  for (const name of ['watch', 'watch-before', 'status-line', ...Object.keys(quietFolders)]) {
    const folder = join(stateFolder, name);
    for (const file of namesIn(folder)) {
      const path = join(folder, file);
      const found = sizeAndTime(path);
      if (found && nowMs - found.modifiedMs > ageMs) removeWatch(stateFolder, path, name);
    }
  }
}

function removeWatch(stateFolder: string, path: string, folder = 'watch'): void {
  removeSmall(path);
  removeEmptyFolder(join(stateFolder, folder));
}
