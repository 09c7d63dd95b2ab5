import { isInside, normalizePath, parentOf } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';

const marks = ['.git', '.holdfast'];

/**
 * The project's top folder, with symbolic links resolved: the nearest folder from `cwd` upwards that holds
 * `.git` (a folder, or a file in a linked work tree) or `.holdfast`; never above the home folder, never a folder
 * that is everybody's (anybody can put such a mark into the one for temporary files, and sandboxes do), and never the file system's root. Outside of any such folder it is the host's project folder when `cwd` lies in it,
 * else `cwd` itself. Undefined when `cwd` is gone.
 */
export function projectRoot(
  files: Files,
  cwd: string | undefined,
  places: { projectDir?: string; home?: string } = {},
): string | undefined {
  const projectDir = realFolder(files, places.projectDir);
  const start = cwd === undefined || cwd === '' ? projectDir : realFolder(files, cwd);
  if (start === undefined || isFileSystemRoot(start)) return undefined;
  const home = realFolder(files, places.home);
  for (let at = start; !isFileSystemRoot(at); at = parentOf(at)) {
    if (at === home && start !== home) break;
    if (isMarked(files, at) && (at === start || files.stat(at)?.shared !== true)) return at;
  }
  if (
    projectDir &&
    projectDir !== home &&
    !isFileSystemRoot(projectDir) &&
    isInside(start, projectDir)
  ) {
    return projectDir;
  }
  return start;
}

function isMarked(files: Files, folder: string): boolean {
  return marks.some((mark) => files.stat(`${folder}/${mark}`) !== undefined);
}

/** The folder's real path; a name in the other Unicode form (composed or decomposed) reaches the same folder. */
function realFolder(files: Files, path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  for (const form of [path, path.normalize('NFC'), path.normalize('NFD')]) {
    const real = files.realPath(form);
    if (real === undefined) continue;
    return files.stat(real)?.kind === 'folder' ? normalizePath(real) : undefined;
  }
  return undefined;
}

function isFileSystemRoot(path: string): boolean {
  return parentOf(path) === path;
}
