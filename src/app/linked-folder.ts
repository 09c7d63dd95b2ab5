import { dirname, isAbsolute, join, relative } from 'node:path';
import { Fault } from '../core/errors.ts';
import { untrusted } from '../core/trust/untrusted.ts';
import type { Disk } from './install/disk.ts';

/**
 * Throws a Fault where a folder between one of `tops` and a file that is to be written there is a link: whoever made the project made
 * the link too, and it may lead anywhere. A file outside of all of them is where the user says.
 */
export function refuseLinkedFolder(
  disk: Pick<Disk, 'landing'>,
  path: string,
  tops: readonly string[],
): void {
  const folder = dirname(path);
  for (const top of new Set(tops.flatMap((one) => [one, disk.landing(one)]))) {
    const way = relative(top, folder);
    if (way === '' || way.startsWith('..') || isAbsolute(way)) continue;
    const landing = disk.landing(folder);
    // Some systems take names in whatever case, and tell that of the folder.
    if (landing.toLowerCase() === join(disk.landing(top), way).toLowerCase()) continue;
    throw new Fault('refused', `${folder} is reached by a link, to ${untrusted(landing, 500)}.`, {
      hint: 'Name a file in a folder that is not a link, then run this again.',
    });
  }
}
