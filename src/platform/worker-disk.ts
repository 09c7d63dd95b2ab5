import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkerDisk } from '../app/worker/ports.ts';
import { appendLines } from './append-line.ts';
import { withLock } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { moveFile } from './move-file.ts';
import { createSmall, namesIn, readSmall, removeSmall, replaceSmall } from './small-files.ts';
import { stateStore } from './state-store.ts';
import { systemFault } from './system-fault.ts';

/** The files of workers below a state folder. */
export function workerDisk(home: string): WorkerDisk {
  const store = stateStore(home);
  const place = (name: string): string => join(home, name);
  return {
    place,
    read: (name) => readSmall(place(name)),
    write: (name, text) => store.write(name, text),
    replace: (name, text) => replaceSmall(place(name), text),
    create: (name, text) => create(place(name), text),
    move(from, to) {
      try {
        makeFolder(dirname(place(to)));
        moveFile(place(from), place(to));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
    remove: (name) => removeSmall(place(name)),
    removeFolder: (name) => rmSync(place(name), { recursive: true, force: true }),
    list: (folder) => namesIn(place(folder)),
    ageMs(name) {
      const stat = statSync(place(name), { throwIfNoEntry: false });
      return stat && Date.now() - stat.mtimeMs;
    },
    append(name, lines, limitBytes) {
      const path = place(name);
      try {
        const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        if (size > limitBytes / 2) moveFile(path, `${path}.1`);
        appendLines(path, lines);
        return true;
      } catch {
        return false;
      }
    },
    makeFolder,
    locked: (name, work, busy) => withLock(place(name), work, busy),
  };
}

/** Makes a file with all its text at once; false when it is there. Throws a Fault when the disk refuses. */
function create(path: string, text: string): boolean {
  try {
    return createSmall(path, text);
  } catch (error) {
    throw systemFault('unwritable', 'made', path, error);
  }
}
