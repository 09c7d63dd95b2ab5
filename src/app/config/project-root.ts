import { dirname } from 'node:path';
import type { Files } from '../ports.ts';

/**
 * The project around a folder: the nearest folder upwards that has `.git` or `.holdfast`, links resolved;
 * else the folder itself. The home folder and the root of the disk only count when one stands right in them.
 */
export function projectRoot(files: Files, cwd: string, home: string): string {
  const start = files.realPath(cwd) ?? cwd;
  for (let folder = start; ; folder = dirname(folder)) {
    const marked = ['.git', '.holdfast'].some(
      (name) => files.stat(`${folder}/${name}`) !== undefined,
    );
    if (marked && (folder === start || folder !== home)) return folder;
    if (dirname(folder) === folder) return start;
  }
}
