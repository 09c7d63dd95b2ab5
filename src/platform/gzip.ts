import { gzipSync } from 'node:zlib';

/** A text as a browser takes it compressed. */
export function gzipped(text: string): Uint8Array {
  return gzipSync(text);
}
