import type { Files } from '../ports.ts';
import { memoryFile } from './ports.ts';

/** More than a memory is ever long, in bytes. */
const longest = 1024 * 1024;

/** The memory of a session by its folder, as it was last written; undefined while none is. */
export function readMemory(
  files: Pick<Files, 'readText'>,
  sessionFolder: string,
): string | undefined {
  return files.readText(`${sessionFolder}/${memoryFile}`, longest);
}
