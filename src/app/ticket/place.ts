import { joinPath, parentOf } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';

/**
 * The main work tree of a project, real path: the project itself, or, where it is a linked work tree of git, the one
 * that it is linked to. What git writes is read as files, since git takes long to start.
 */
export function mainWorkTree(files: Files, project: string): string {
  const pointer =
    files.stat(`${project}/.git`)?.kind === 'file' && files.readText(`${project}/.git`, 4096);
  const named = /^gitdir:(.+)$/m.exec(pointer || '')?.[1]?.trim();
  if (!named) return project;
  const gitFolder = joinPath(project, named);
  const common = files.readText(`${gitFolder}/commondir`, 4096)?.trim();
  if (!common) return project;
  const shared = files.realPath(joinPath(gitFolder, common));
  // A repository without a work tree of its own has none to be the main one.
  if (shared === undefined || !/\/\.git$/.test(shared)) return project;
  return files.realPath(parentOf(shared)) ?? project;
}

/** The folder of a project's tickets. */
export function ticketFolder(mainTree: string): string {
  return `${mainTree}/.holdfast/tickets`;
}
