import { createHmac, timingSafeEqual } from 'node:crypto';

/** What only a process that knows the token can answer to a number that was made up just now. */
export function proofOf(token: string, nonce: string): string {
  return createHmac('sha256', token).update(`hello ${nonce}`).digest('hex');
}

/** The key that opens the hooks alone: it may stand in a client's settings, the token may not. */
export function hookKeyOf(token: string): string {
  return createHmac('sha256', token).update('hooks').digest('hex').slice(0, 32);
}

/** Finds the token and its key in a text, so that they are never written down. */
export function keysPattern(token: string): RegExp {
  return new RegExp(`${token}|${hookKeyOf(token)}`, 'gi');
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
