import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { auditPage, type PageWish, pageStart } from '../../core/audit/page/page.ts';
import { pageStyle } from '../../core/audit/page/style.ts';
import { Fault } from '../../core/errors.ts';
import type { Disk } from '../install/disk.ts';

/** Bytes of a file that are looked at for whether it is a page of ours. */
const longestPage = 512 * 1024 * 1024;

/**
 * Throws a Fault when the page cannot or must not be written to a path: no folder for it, a folder in its place, or a
 * file that is no page of the kind, which only `force` writes over. `start`: how such a page begins.
 */
export function refusePagePath(
  disk: Disk,
  path: string,
  force: boolean,
  { start, what }: { start: string; what: string } = { start: pageStart, what: 'an audit report' },
): void {
  const stat = disk.stat(path);
  if (stat === undefined) {
    if (disk.stat(dirname(path))?.kind === 'folder') return;
    throw new Fault('not-found', `There is no folder ${dirname(path)}.`, {
      hint: 'Create it, or name another file, then run this again.',
    });
  }
  if (stat.kind !== 'file') {
    throw new Fault('refused', `${path} is not a file, so no page can be written there.`, {
      hint: 'Name a file, for example audit.html.',
    });
  }
  if (force || stat.size === 0) return;
  if (disk.readText(path, longestPage)?.startsWith(start)) return;
  throw new Fault('refused', `${path} already exists and is not ${what}.`, {
    hint: 'Name another file, or give --force to overwrite it.',
  });
}

/** Writes the page whole or not at all; only its owner can read it. */
export function writeAuditPage(disk: Disk, path: string, wish: Omit<PageWish, 'styleHash'>): void {
  const styleHash = createHash('sha256').update(pageStyle).digest('base64');
  disk.writeUnlinked(path, auditPage({ ...wish, styleHash }));
}
