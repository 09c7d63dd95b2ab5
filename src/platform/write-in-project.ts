import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { atomicWrite } from './atomic-write.ts';
import { makeFolder } from './make-folder.ts';
import { readRegular } from './open-regular.ts';

/**
 * Writes a file of a project, where the top folder of its path is there and no link leads out of the project. Never throws;
 * false where it was not written. A file that is there is replaced only where `mayReplace` allows it by its text.
 */
export function writeInProject(
  project: string,
  path: string,
  text: string,
  mayReplace: (old: string) => boolean = () => true,
): boolean {
  try {
    const top = realpathSync(project);
    const shelf = realpathSync(join(top, path.split('/')[0]!));
    if (!isBelow(shelf, top)) return false;
    const folder = join(top, dirname(path));
    makeFolder(folder);
    if (!isBelow(realpathSync(folder), top)) return false;
    const file = join(folder, path.split('/').at(-1)!);
    if (existsSync(file) && !mayReplace(readRegular(file)?.bytes.toString('utf8') ?? ''))
      return false;
    atomicWrite(file, text, undefined, false);
    return true;
  } catch {
    return false;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}
