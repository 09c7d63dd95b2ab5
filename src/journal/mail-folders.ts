import { join } from 'node:path';
import { namesIn } from '../platform/small-files.ts';
import { folderName } from './session-folder.ts';

/** A session by its host and its id. */
export interface SessionKey {
  host: string;
  session: string;
}

/** Where notices for a session lie. */
export function noticeFolder(stateFolder: string, { host, session }: SessionKey): string {
  return join(stateFolder, 'notices', folderName(host), folderName(session));
}

/** Where messages for a worker lie. */
export function inboxFolder(stateFolder: string, worker: string): string {
  return join(stateFolder, 'workers', folderName(worker), 'inbox');
}

/** Paths of what waits in such a folder. */
export function waitingIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

/** Whether anything waits for a session, or for the worker that it is. */
export function hasMail(stateFolder: string, key: SessionKey, worker: string | undefined): boolean {
  return (
    waitingIn(noticeFolder(stateFolder, key)).length > 0 ||
    (worker !== undefined && waitingIn(inboxFolder(stateFolder, worker)).length > 0)
  );
}

/** Whether any worker was ever launched here. */
export function hasWorkers(stateFolder: string): boolean {
  return namesIn(join(stateFolder, 'workers')).length > 0;
}
