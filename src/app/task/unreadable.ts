import type { Files } from '../ports.ts';

/**
 * Why the document of a task cannot be read, as the end of a sentence ("it does not exist").
 *
 * @param files the machine's files
 * @param path the absolute path
 * @returns the reason; undefined where the document can be read
 */
export function whyUnreadable(files: Files, path: string): string | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return 'it does not exist';
  if (stat.kind === 'folder') return 'it is a folder';
  if (stat.kind !== 'file') return 'it is not a regular file';
  return files.readText(path) === undefined
    ? 'it is too large, or its permissions do not let it be read'
    : undefined;
}
