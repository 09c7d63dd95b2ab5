import { isInside } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';
import type { StateStore } from './store.ts';

/** A folder of the project as the session or a record knew it. */
export interface Place {
  path: string;
  /** What told the folder from others then. */
  inode?: number;
}

/** Where a project's folder was before it was moved or renamed, and where it is now. */
export interface Moved {
  from: string;
  to: string;
}

/** True where the folder is no longer what it was: it is gone, or another one has its name. */
export function isGone(files: Files, { path, inode }: Place): boolean {
  const now = files.stat(path);
  return now === undefined || (inode !== undefined && now.inode !== inode);
}

/**
 * The move that led to `root`: of the places given, newest last, the newest that is gone and was this very folder. The
 * same name of a file in another folder proves nothing.
 */
export function moveTo(files: Files, root: string, places: readonly Place[]): Moved | undefined {
  const inode = files.stat(root)?.inode;
  if (inode === undefined) return undefined;
  const found = places.findLast(
    (place) => place.path !== root && place.inode === inode && isGone(files, place),
  );
  return found && { from: found.path, to: root };
}

/** A path as it is after the move. */
export function afterMove(path: string, moved: Moved | undefined): string {
  return moved && isInside(path, moved.from) ? moved.to + path.slice(moved.from.length) : path;
}

/** Remembers under which name a project's folder is known, so that a set task is found when that changes. */
export function rememberFolder(files: Files, store: StateStore, root: string): void {
  const inode = files.stat(root)?.inode;
  if (inode === undefined) return;
  const text = `${JSON.stringify({ root, inode })}\n`;
  if (store.read(nameOf(inode)) !== text) store.write(nameOf(inode), text);
}

/** The name under which this folder was last remembered. */
export function rememberedFolder(files: Files, store: StateStore, root: string): Place[] {
  const inode = files.stat(root)?.inode;
  if (inode === undefined) return [];
  try {
    const record = JSON.parse(store.read(nameOf(inode)) ?? '') as { root?: unknown };
    return typeof record.root === 'string' ? [{ path: record.root, inode }] : [];
  } catch {
    return [];
  }
}

function nameOf(inode: number): string {
  return `tasks/folder-${inode}.json`;
}
