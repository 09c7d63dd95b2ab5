import { isAbsolutePath, joinPath } from './path.ts';
import type { ActiveTask } from './task.ts';

const mostPlaces = 200;
/** A path in a sentence: a name with an ending, or names with slashes between them. */
const pathWord = /(?:[\w.@~*-]*\/)+[\w.@*-]*|[\w@-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,5}/g;

/**
 * Files and folders that a task is about, absolute: its scope, what is read for it, and what its open steps name. Of a pattern
 * the folder that it begins with.
 * @param project The folder that the document's paths are relative to.
 */
export function taskPlaces({ path, document, required }: ActiveTask, project: string): string[] {
  const { scope, filesToLoad, step, nextAction, openSteps } = document;
  const named = [...scope, ...filesToLoad, step ?? '', nextAction ?? '', ...openSteps].flatMap(
    (text) => text.slice(0, 2_000).match(pathWord) ?? [],
  );
  const places = named.slice(0, mostPlaces).flatMap((word) => {
    const parts = word.split('/');
    const at = parts.findIndex((part) => part.includes('*'));
    const start = (at < 0 ? parts : parts.slice(0, at)).join('/').replace(/[./]+$/, '');
    if (start === '' || start.startsWith('~')) return [];
    return [isAbsolutePath(start) ? start : joinPath(project, start)];
  });
  return [...new Set([path, ...required.map((file) => file.path), ...places])].filter(Boolean);
}
