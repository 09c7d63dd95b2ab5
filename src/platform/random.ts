import { randomBytes as bytes, randomUUID } from 'node:crypto';

/** So many random bytes as hexadecimal. */
export function randomBytes(count: number): string {
  return bytes(count).toString('hex');
}

export const newUuid = (): string => randomUUID();
