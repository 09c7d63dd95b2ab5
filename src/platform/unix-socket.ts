import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { moveFile } from './move-file.ts';
import type { Environment } from './paths.ts';
import { removeSmall } from './small-files.ts';

/** Systems take paths of sockets of about a hundred bytes at most. */
const longestPath = 100;

/**
 * Where a socket of ours for this path can lie: there, or, where that path is too long, in the folder of this user's
 * running programs. Undefined where the system has no such sockets, or no place that is ours alone.
 */
export function socketPlace(wished: string, env: Environment): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (Buffer.byteLength(wished) <= longestPath) return wished;
  const name = `holdfast-${createHash('sha256').update(wished).digest('hex').slice(0, 16)}.sock`;
  const folder = env.XDG_RUNTIME_DIR || ownFolder(join(tmpdir(), `holdfast-${userInfo().uid}`));
  const short = folder && join(folder, name);
  return short && Buffer.byteLength(short) <= longestPath ? short : undefined;
}

/** A folder that is there or made, if it is no link, ours, and open to nobody else. */
function ownFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // It is there, or it is seen below that it is not.
  }
  try {
    const stat = lstatSync(path);
    const isOurs = stat.isDirectory() && stat.uid === userInfo().uid && (stat.mode & 0o077) === 0;
    return isOurs ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Listens on a socket that only our user reaches; one that a dead process left there goes. Ending takes the file away only
 * where the caller removes it: it may be another process's by then. False when the system refuses.
 */
export function listenOnSocket(server: Server, path: string): Promise<boolean> {
  // A server removes the file of the name that it was made under. Shorter than ours: no path becomes too long by it.
  const first = join(dirname(path), `s${process.pid}`);
  removeSmall(first);
  return new Promise((resolve) => {
    const refused = (): void => resolve(false);
    server.once('error', refused);
    server.listen(first, () => {
      server.off('error', refused);
      try {
        chmodSync(first, 0o600);
        moveFile(first, path);
        resolve(true);
      } catch {
        server.close();
        resolve(false);
      }
    });
  });
}
