import {
  foldersUpTo,
  isAbsolutePath,
  isInside,
  joinPath,
  normalizePath,
  parentOf,
} from '../../core/task/path.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { Files } from '../ports.ts';

/** What makes of a path more than one line, or closes a tag. */
const unspeakable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|<\//;

/**
 * The real path of a file when it is one and lies inside one of the folders, symbolic links resolved. A path of more
 * than one line counts as none: paths are told word for word, and such a one could say anything.
 */
export function fileInside(
  files: Files,
  path: string,
  folders: readonly string[],
): string | undefined {
  const real = files.realPath(path);
  if (real === undefined || files.stat(real)?.kind !== 'file') return undefined;
  const clean = normalizePath(real);
  if (unspeakable.test(clean)) return undefined;
  return folders.some((folder) => isInside(clean, folder)) ? clean : undefined;
}

/** Files that a document lists, found or not. */
export interface LocatedFiles {
  found: { path: string; written: string }[];
  missing: string[];
}

/**
 * Finds listed files from the document's folder, then from its parents up to the project's top; the first
 * that exists counts. A path that leads out of the project, through a link or by itself, counts as missing.
 */
export function locateListed(
  files: Files,
  listed: readonly string[],
  document: string,
  root: string,
): LocatedFiles {
  const result: LocatedFiles = { found: [], missing: [] };
  const folders = foldersUpTo(parentOf(document), root);
  for (const written of listed) {
    const places = isAbsolutePath(written)
      ? [written]
      : folders.map((folder) => joinPath(folder, written));
    const path = places
      .map((place) => fileInside(files, place, [root]))
      .find((each) => each !== undefined);
    if (path === undefined) result.missing.push(untrusted(written, 4096));
    else if (!result.found.some((each) => each.path === path)) result.found.push({ path, written });
  }
  return result;
}
