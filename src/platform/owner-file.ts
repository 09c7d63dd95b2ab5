import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { readSmall } from './small-files.ts';

/** Writes a text into a file that only one process can make. Returns what stands there then: this text, or that of another. */
export function claimWith(path: string, text: string): string | undefined {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return text;
  } catch {
    return readSmall(path);
  }
}
