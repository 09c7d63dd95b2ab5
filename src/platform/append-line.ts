import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** How a file is opened that lines are added to. */
export interface HowAppend {
  /** A file with a second name is refused: in a project that could be one of the user's own files. */
  onlyName?: boolean;
}

/**
 * Appends whole lines to a file with one write call, so that parallel writers never mix within a line.
 * A line that an earlier writer left torn is closed first. Creates the folder (0700) and the file (0600).
 * Throws what the system says when the disk is full or read-only.
 */
export function appendLines(path: string, lines: readonly string[], how: HowAppend = {}): void {
  if (lines.length === 0) return;
  const descriptor = openForAppend(path, how);
  try {
    writeLines(descriptor, `${endsTorn(descriptor) ? '\n' : ''}${lines.join('\n')}\n`);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a text behind all else; how many bytes it has. */
export function writeLines(descriptor: number, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  return bytes.length;
}

/** The one door through which a file is opened to be added to: through no link, and only what is a regular file. */
export function openForAppend(path: string, { onlyName = false }: HowAppend = {}): number {
  const descriptor = openOrMake(path);
  const { nlink } = refuseOther(descriptor, path);
  if (onlyName && nlink > 1) {
    closeSync(descriptor);
    throw refusal('EMLINK', path);
  }
  return descriptor;
}

function openOrMake(path: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    return openSync(path, flags, 0o600);
  }
}

function refuseOther(descriptor: number, path: string): { nlink: number } {
  const stat = fstatSync(descriptor);
  if (stat.isFile()) return stat;
  closeSync(descriptor);
  throw refusal('EINVAL', path);
}

function refusal(code: 'EINVAL' | 'EMLINK', path: string): NodeJS.ErrnoException {
  const why = code === 'EINVAL' ? 'it is no regular file' : 'it has a second name elsewhere';
  return Object.assign(new Error(why), { code, path, syscall: 'open' });
}

function endsTorn(descriptor: number): boolean {
  const size = fstatSync(descriptor).size;
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}
