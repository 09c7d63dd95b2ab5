import { createHash } from 'node:crypto';
import { Fault } from '../../core/errors.ts';
import type { Disk } from './disk.ts';

/** Bytes of a settings file at most. */
const largest = 16 * 1024 * 1024;

/**
 * A file's text with its BOM, or an empty text when there is no file. Throws a Fault when it is not UTF-8, or larger
 * than any settings file.
 */
export function readExact(disk: Disk, path: string): { text: string; exists: boolean } {
  const size = disk.stat(path)?.size ?? 0;
  if (size > largest) {
    throw new Fault('malformed', `${path} cannot be used: it has ${Math.round(size / 1e6)} MB.`, {
      hint: 'Settings files are much smaller; check its content, then run this again. Nothing was changed.',
    });
  }
  const bytes = disk.readBytes(path);
  if (bytes === undefined) return { text: '', exists: false };
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      exists: true,
    };
  } catch (cause) {
    throw new Fault('malformed', `${path} cannot be used: it is not UTF-8 text.`, {
      hint: 'Save it as UTF-8, then run this again. Nothing was changed.',
      cause,
    });
  }
}

/** SHA-256 of a text or of bytes, as hex digits. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
