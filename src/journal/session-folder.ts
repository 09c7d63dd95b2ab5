import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeviceName } from '../core/text/device-name.ts';

const plainId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A session id as a folder name: itself where it is plain, else a digest, so that no id can leave the state folder. */
export function folderName(id: string): string {
  if (plainId.test(id) && !id.includes('..') && !isDeviceName(id)) return id;
  return `x-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** The folder of one session below the state folder. */
export function sessionFolder(stateFolder: string, host: string, sessionId: string): string {
  return join(stateFolder, 'sessions', folderName(host), folderName(sessionId));
}
