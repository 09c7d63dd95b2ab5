import { chmodSync, statSync } from 'node:fs';
import { atomicWrite } from './atomic-write.ts';
import { randomBytes } from './random.ts';
import { readSmall } from './small-files.ts';

/** The random token in a file that only our user reads; made where it is missing, or where others could read it. */
export function ownToken(path: string): string {
  const known = readSmall(path)?.trim() ?? '';
  if (/^[0-9a-f]{64}$/.test(known) && !isOpen(path)) return known;
  const token = randomBytes(32);
  atomicWrite(path, `${token}\n`, 0o600);
  chmodSync(path, 0o600);
  return token;
}

function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}
