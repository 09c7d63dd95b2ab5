import { join } from 'node:path';
import { isThere, readStart, sizeAndTime } from '../platform/small-files.ts';
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
export function toldFullness(
  stateFolder: string,
  sessionId: string,
): { percent: number; atMs: number } | undefined {
  const path = `${statusLinePath(stateFolder, sessionId)}.full`;
  const text = readStart(path, 8) ?? '';
  const atMs = sizeAndTime(path)?.modifiedMs;
  if (atMs === undefined || !/^\d{1,3}\n?$/.test(text)) return undefined;
  return { percent: Number(text), atMs };
}

/** True where the context is as full as the kept file says that somebody is to be told of. */
export function isNearByFile(stateFolder: string, sessionId: string): boolean {
  const notice = readStart(statusLinePath(stateFolder, sessionId), 300)?.split('\n')[1] ?? '';
  if (!/^\d+$/.test(notice)) return false;
  return (toldFullness(stateFolder, sessionId)?.percent ?? -1) >= Number(notice);
}
