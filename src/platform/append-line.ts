import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * Appends whole lines to a file with one write call, so that parallel writers never mix within a line.
 * A line that an earlier writer left torn is closed first. Creates the folder (0700) and the file (0600).
 * Throws what the system says when the disk is full or read-only.
 */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const descriptor = openForAppend(path);
  try {
    const text = `${endsTorn(descriptor) ? '\n' : ''}${lines.join('\n')}\n`;
    const bytes = Buffer.from(text, 'utf8');
    const written = writeSync(descriptor, bytes);
    if (written < bytes.length) writeSync(descriptor, bytes.subarray(written));
  } finally {
    closeSync(descriptor);
  }
}

function openForAppend(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    return openSync(path, 'a+', 0o600);
  }
}

function endsTorn(descriptor: number): boolean {
  const size = fstatSync(descriptor).size;
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}
