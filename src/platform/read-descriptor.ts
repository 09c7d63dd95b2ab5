import { closeSync, readFileSync } from 'node:fs';

/**
 * What another program handed to this one on a descriptor, which is closed after it.
 * @returns the text up to its end, which has to be there already or on its way
 */
export function readDescriptor(descriptor: number): string {
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
