import { manifestNames, planningFolders } from '../../core/task/names.ts';
import { foldersUpTo, joinPath, normalizePath } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';
import { fileInside } from './locate.ts';

const planNames = ['task_plan.md', 'plan.md'];
/** Folders whose subfolders each hold one piece of work. */
const shelves = [...planningFolders, 'projects', '02-projects'];
const maxPerShelf = 100;

/**
 * Task documents that lie where conventions put them, around the working folder first and then up to the
 * project's top. Real paths, each once. Found by name alone: nobody said that they are this session's task.
 */
export function conventionFiles(files: Files, cwd: string, root: string): string[] {
  const found = new Set<string>();
  const wanted = [...manifestNames, ...planNames];
  const lookIn = (folder: string): void => {
    const names = files.list(folder);
    for (const want of wanted) {
      for (const name of names.filter((each) => each.toLowerCase() === want)) {
        const path = fileInside(files, joinPath(folder, name), [root]);
        if (path) found.add(path);
      }
    }
  };
  for (const folder of foldersUpTo(normalizePath(cwd), root)) {
    lookIn(folder);
    for (const shelf of shelves) {
      const place = joinPath(folder, shelf);
      lookIn(place);
      for (const name of files.list(place).slice(0, maxPerShelf)) {
        lookIn(joinPath(place, name));
        for (const planning of planningFolders) lookIn(joinPath(place, `${name}/${planning}`));
      }
    }
  }
  return [...found];
}
