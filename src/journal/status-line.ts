import { join } from 'node:path';
import { isThere, readStart } from '../platform/small-files.ts';
import { folderName } from './session-folder.ts';

/** The script that a client's status line runs; it is there where the user wants one. */
export function statusLineScript(stateFolder: string): string {
  return join(stateFolder, 'bin', 'status-line');
}

/** True where the user has the status line. */
export function showsStatusLine(stateFolder: string): boolean {
  return isThere(statusLineScript(stateFolder));
}

/** The file that the script shows for a session. */
export function statusLinePath(stateFolder: string, sessionId: string): string {
  return join(stateFolder, 'status-line', folderName(sessionId));
}

/** How full the client said the context is, in percent, when its status line was last drawn; undefined where it did not say. */
export function toldFullness(stateFolder: string, sessionId: string): number | undefined {
  const text = readStart(`${statusLinePath(stateFolder, sessionId)}.full`, 8) ?? '';
  return /^\d{1,3}\n?$/.test(text) ? Number(text) : undefined;
}
