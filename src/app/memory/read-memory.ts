import type { Files } from '../ports.ts';

/** Name of the file in a session's folder that tells what the session is about. */
export const memoryFile = 'memory.md';

/** More than a memory is ever long, in bytes. */
const longest = 1024 * 1024;

/** The memory of a session by its folder, as it was last written; undefined while none is. */
export function readMemory(
  files: Pick<Files, 'readText'>,
  sessionFolder: string,
): string | undefined {
  return files.readText(`${sessionFolder}/${memoryFile}`, longest);
}
