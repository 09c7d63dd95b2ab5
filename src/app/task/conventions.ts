import { manifestNames, planningFolders } from '../../core/task/names.ts';
import { foldersUpTo, joinPath } from '../../core/task/path.ts';
import { isPlainPlanName } from '../../core/task/plan-names.ts';
import type { Files } from '../ports.ts';
import { fileInside } from './locate.ts';

const planNames = ['task_plan.md', 'plan.md'];
/** Folders whose subfolders each hold one piece of work. */
const shelves = [...planningFolders, 'projects', '02-projects'];
const maxPerShelf = 100;

/**
 * Task documents that lie where conventions put them, around the working folder first and then up to the
 * project's top; of one folder only the first, since a manifest speaks for the plan beside it. Real paths,
 * each once. Found by name alone: nobody said that they are this session's task.
 */
export function conventionFiles(
  files: Files,
  cwd: string,
  root: string,
  taskFiles: readonly string[],
): string[] {
  const found = new Set<string>();
  const take = (path: string): boolean => {
    const real = fileInside(files, path, [root]);
    if (real) found.add(real);
    return real !== undefined;
  };
  const lookIn = (folder: string): void => {
    const names = files.list(folder);
    for (const want of [...manifestNames, ...planNames]) {
      const name = names.find((each) => each.toLowerCase() === want);
      if (name !== undefined && take(joinPath(folder, name))) return;
    }
    const other = names.find(isPlainPlanName);
    if (other !== undefined) take(joinPath(folder, other));
  };
  const folders = foldersUpTo(files.realPath(cwd) ?? cwd, root);
  for (const folder of folders.length > 0 ? folders : [root]) {
    lookIn(folder);
    for (const shelf of shelves) lookOnShelf(files, joinPath(folder, shelf), lookIn);
  }
  for (const name of taskFiles) take(joinPath(root, name));
  return [...found];
}

function lookOnShelf(files: Files, shelf: string, lookIn: (folder: string) => void): void {
  lookIn(shelf);
  for (const name of files.list(shelf).slice(0, maxPerShelf)) {
    lookIn(joinPath(shelf, name));
    for (const planning of planningFolders) lookIn(joinPath(shelf, `${name}/${planning}`));
  }
}
