import { isAbsolute, relative, sep } from 'node:path';
import type { Disk } from '../../app/install/disk.ts';
import { Fault } from '../../core/errors.ts';
import { maxDocumentCharacters } from '../../core/task/markdown-task.ts';
import { size } from './table.ts';

const hint = 'Give the path of the plan, ticket or manifest.';

/** Endings of files that a person writes a task into; elsewhere than in the project only these are taken. */
const textEndings = /\.(md|mdx|markdown|mdown|txt|text|rst|adoc|org)$/i;

/**
 * The real path of a file that can be a project's task. Throws a Fault for a folder, for what is too long or no
 * text, and for a file outside the project that is neither Markdown nor plain text by its name.
 */
export function taskFile(disk: Disk, project: string, named: string): string {
  const path = disk.realPath(named);
  const stat = path === undefined ? undefined : disk.stat(path);
  if (path === undefined || stat === undefined) {
    throw new Fault('not-found', `There is no file ${named}.`, { hint });
  }
  if (stat.kind === 'folder') throw refused(`${named} is a folder, not a file.`);
  if (stat.kind === 'other') throw refused(`${named} is not a regular file.`);
  if (isIn(project, named) && !isIn(project, path)) {
    throw refused(`${named} leads out of the project, to ${path}.`);
  }
  const outside = !isIn(project, path);
  if (outside && !textEndings.test(path)) {
    throw new Fault(
      'refused',
      `${path} is outside the project and is not a Markdown or text file.`,
      {
        hint: `Outside ${project}, only files such as plan.md or plan.txt can be its task.`,
      },
    );
  }
  if (stat.size > maxDocumentCharacters) {
    throw refused(`${path} has ${size(stat.size)}; a task has 2 MB at most.`);
  }
  if (disk.readBytes(path)?.includes(0)) {
    throw refused(`${path} is no text: there are NUL bytes in it.`);
  }
  return path;
}

function isIn(project: string, path: string): boolean {
  const from = relative(project, path);
  return !(from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from));
}

function refused(message: string): Fault {
  return new Fault('refused', message, { hint });
}
