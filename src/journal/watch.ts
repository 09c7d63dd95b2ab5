import { existsSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderName } from './session-folder.ts';

/** The file whose presence makes a tool event of the session start Node. */
export function watchPath(stateFolder: string, sessionId: string): string {
  return join(stateFolder, 'watch', folderName(sessionId));
}

/**
 * Makes the watch file say why tool events of the session are needed; without reasons the file goes,
 * and with the last file the folder, since a launcher without a session id asks for the folder itself.
 */
export function setWatch(stateFolder: string, sessionId: string, reasons: readonly string[]): void {
  const path = watchPath(stateFolder, sessionId);
  if (reasons.length === 0) {
    if (existsSync(path)) removeWatch(stateFolder, path);
    return;
  }
  mkdirSync(join(stateFolder, 'watch'), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${reasons.join('\n')}\n`, { mode: 0o600 });
}

/** Names of the sessions that are watched. */
export function watchedSessions(stateFolder: string): string[] {
  try {
    return readdirSync(join(stateFolder, 'watch')).sort();
  } catch {
    return [];
  }
}

/** Removes the watch file of a session by its name in the folder. */
export function dropWatch(stateFolder: string, name: string): void {
  removeWatch(stateFolder, join(stateFolder, 'watch', name));
}

function removeWatch(stateFolder: string, path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process removed it first.
  }
  try {
    rmdirSync(join(stateFolder, 'watch'));
  } catch {
    // Other sessions are watched.
  }
}
