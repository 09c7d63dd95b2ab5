import { lstatSync } from 'node:fs';
import { randomBytes } from './random.ts';
import { readSmall } from './small-files.ts';
import { replaceWhole } from './whole-file.ts';

/** The random token in a file that only our user reads; made where it is missing, a link, or where others could read it. */
export function ownToken(path: string): string {
  const known = readSmall(path)?.trim() ?? '';
  if (/^[0-9a-f]{64}$/.test(known) && !isOpen(path)) return known;
  const token = randomBytes(32);
  replaceWhole(path, `${token}\n`, { mode: 0o600, flushed: true });
  return token;
}

function isOpen(path: string): boolean {
  const stat = lstatSync(path);
  return !stat.isFile() || (process.platform !== 'win32' && (stat.mode & 0o077) !== 0);
}
