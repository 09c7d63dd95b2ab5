import {
  closeSync,
  constants,
  type Dir,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import type { FolderEntry, RecordDisk, Refusal } from '../app/records/ports.ts';
import { files } from './files.ts';
import { databaseFault, openDatabase } from './record-database.ts';
import { recordFiles } from './record-file.ts';

let headBuffer = Buffer.allocUnsafe(0);

/** The machine's records, read-only. */
export const recordDisk: RecordDisk = {
  open: recordFiles.open,
  stat: files.stat,
  realPath: files.realPath,
  list: files.list,
  readText: files.readText,
  openDatabase,
  databaseFault,

  exists(path) {
    try {
      lstatSync(path);
      return true;
    } catch {
      return false;
    }
  },

  isCircle(path) {
    try {
      statSync(path);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ELOOP';
    }
  },

  *entries(path) {
    let folder: Dir | undefined;
    try {
      folder = opendirSync(path, { bufferSize: 256 });
    } catch (error) {
      return refusal(error);
    }
    try {
      for (;;) {
        let entry: FolderEntry | undefined;
        try {
          const next = folder.readSync();
          if (next === null) return undefined;
          const kind = next.isFile()
            ? 'file'
            : next.isDirectory()
              ? 'folder'
              : next.isSymbolicLink()
                ? 'link'
                : 'other';
          entry = { name: next.name, kind };
        } catch (error) {
          return refusal(error);
        }
        yield entry;
      }
    } finally {
      folder.closeSync();
    }
  },

  head(path, length) {
    let descriptor: number;
    try {
      // Should a pipe stand there by now, opening it would wait for a writer.
      descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      return refusal(error);
    }
    try {
      if (!fstatSync(descriptor).isFile()) return 'unreadable';
      if (headBuffer.length < length) headBuffer = Buffer.allocUnsafe(length);
      const bytes = headBuffer.subarray(0, length);
      let held = 0;
      while (held < length) {
        const count = readSync(descriptor, bytes, held, length - held, held);
        if (count === 0) break;
        held += count;
      }
      return bytes.subarray(0, held);
    } catch (error) {
      return refusal(error);
    } finally {
      closeSync(descriptor);
    }
  },
};

function refusal(error: unknown): Refusal {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) throw error;
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
}
