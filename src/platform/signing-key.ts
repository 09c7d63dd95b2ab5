import { dirname } from 'node:path';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Fault } from '../core/errors.ts';
import { makeFolder } from './make-folder.ts';
import { randomBytes } from './random.ts';
import { readSmall } from './small-files.ts';
import { systemFault } from './system-fault.ts';
import { createWhole } from './whole-file.ts';

/** Half of the bytes of a SHA-256: 128 bits. */
const signatureBytes = 16;

/**
 * Signs texts with a key that is kept in a file of this user alone and made at the first use: letters, digits, `-` and `_`.
 * Throws a Fault when there is no key and none can be made.
 */
export function signWithKeyFile(path: string): (text: string) => string {
  let key: string | undefined;
  return (text) => {
    key ??= keyIn(path);
    const bytes = (part: string) => new TextEncoder().encode(part);
    const whole = hmac(sha256, bytes(key), bytes(text));
    return Buffer.from(whole.subarray(0, signatureBytes)).toString('base64url');
  };
}

function keyIn(path: string): string {
  const known = readKey(path);
  if (known !== undefined) return known;
  try {
    makeFolder(dirname(path));
    // Of several processes at once one makes it, and all of them read that one.
    createWhole(path, `${randomBytes(32)}\n`, { mode: 0o600, flushed: true });
  } catch (error) {
    throw systemFault('unwritable', 'written', path, error);
  }
  const made = readKey(path);
  if (made !== undefined) return made;
  throw new Fault('malformed', `${path} does not contain a key.`, {
    hint: 'Remove it, then run this again. Tokens issued before become invalid.',
  });
}

function readKey(path: string): string | undefined {
  const text = readSmall(path)?.trim();
  return text !== undefined && /^[0-9a-f]{64}$/.test(text) ? text : undefined;
}
