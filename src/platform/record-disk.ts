import { closeSync, type Dir, lstatSync, opendirSync, statSync } from 'node:fs';
import type { FolderEntry, RecordDisk, Refusal } from '../app/records/ports.ts';
import { files } from './files.ts';
import { fillFrom, openRegular } from './open-regular.ts';
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
    let descriptor: number | undefined;
    try {
      descriptor = openRegular(path)?.descriptor;
      if (descriptor === undefined) return 'unreadable';
      if (headBuffer.length < length) headBuffer = Buffer.allocUnsafe(length);
      const bytes = headBuffer.subarray(0, length);
      return bytes.subarray(0, fillFrom(descriptor, bytes, 0));
    } catch (error) {
      return refusal(error);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  },
};

function refusal(error: unknown): Refusal {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) throw error;
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
}
