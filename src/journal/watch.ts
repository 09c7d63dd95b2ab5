import { join } from 'node:path';
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

/** True where the watch file of a session is there. */
export function isWatched(stateFolder: string, sessionId: string): boolean {
  return sizeAndTime(watchPath(stateFolder, sessionId)) !== undefined;
}

/**
 * Makes the watch file say why tool events of the session are needed; without reasons the file goes,
 * and with the last file the folder, since a launcher without a session id asks for the folder itself.
 */
export function setWatch(stateFolder: string, sessionId: string, reasons: readonly string[]): void {
  const path = watchPath(stateFolder, sessionId);
  if (reasons.length === 0) {
    if (sizeAndTime(path)) removeWatch(stateFolder, path);
    return;
  }
  replaceSmall(path, `${reasons.join('\n')}\n`);
}

/** Why tool events of a session are needed, by its watch file. */
export function watchReasonsOf(stateFolder: string, sessionId: string): string[] {
  const text = readSmall(watchPath(stateFolder, sessionId)) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** Drops watch files that were not touched for `ageMs`: their sessions died without an end. */
export function dropStaleWatches(stateFolder: string, nowMs: number, ageMs: number): void {
  const folder = join(stateFolder, 'watch');
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const found = sizeAndTime(path);
    if (found && nowMs - found.modifiedMs > ageMs) removeWatch(stateFolder, path);
  }
}

function removeWatch(stateFolder: string, path: string): void {
  removeSmall(path);
  removeEmptyFolder(join(stateFolder, 'watch'));
}
