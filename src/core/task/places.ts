import { withoutTail } from '../text/ends.ts';
import { isAbsolutePath, joinPath } from './path.ts';
import type { ActiveTask } from './task.ts';

const mostPlaces = 200;
/** What a word of a path is made of; anything else ends it. */
const betweenWords = /[^\p{L}\p{M}\p{N}_.@~*/-]/u;

/**
 * Files and folders that a task is about, absolute: its scope, what is read for it, and what its open steps name. Of a pattern
 * the folder that it begins with.
 * @param project The folder that the document's paths are relative to.
 */
export function taskPlaces({ path, document, required }: ActiveTask, project: string): string[] {
  const { scope, filesToLoad, step, nextAction, openSteps, items = [] } = document;
  const texts = [...scope, ...filesToLoad, step ?? '', nextAction ?? '', ...openSteps, ...items];
  const named = [
    // A path of a list may hold spaces.
    ...[...scope, ...filesToLoad].map((text) => text.trim()).filter(isPathWithSpaces),
    ...texts.flatMap((text) => text.slice(0, 2_000).split(betweenWords).filter(isPath)),
  ];
  const places = named.slice(0, mostPlaces).flatMap((word) => {
    const parts = word.split('/');
    const at = parts.findIndex((part) => part.includes('*'));
    const start = withoutTail((at < 0 ? parts : parts.slice(0, at)).join('/'), /[./]/);
    if (start === '' || start.startsWith('~')) return [];
    return [isAbsolutePath(start) ? start : joinPath(project, start)];
  });
  return [...new Set([path, ...required.map((file) => file.path), ...places])].filter(Boolean);
}

function isPathWithSpaces(text: string): boolean {
  return (
    text.length < 300 &&
    /^[\p{L}\p{M}\p{N}_.@~*/ -]+$/u.test(text) &&
    / /.test(text) &&
    text.includes('/')
  );
}

/** True for a name with slashes in it, or with an ending. */
function isPath(word: string): boolean {
  const dot = word.lastIndexOf('.');
  return word.includes('/') || (dot > 0 && dot < word.length - 1 && word.length - dot < 8);
}
