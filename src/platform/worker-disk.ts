import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkerDisk } from '../app/worker/ports.ts';
import { appendLines } from './append-line.ts';
import { withLock } from './lock-folder.ts';
import { makeFolder } from './make-folder.ts';
import { namesIn, readSmall, removeSmall, replaceSmall } from './small-files.ts';
import { stateStore } from './state-store.ts';
import { systemFault } from './system-fault.ts';

const lockMs = 3_000;

/** The files of workers below a state folder. */
export function workerDisk(home: string): WorkerDisk {
  const store = stateStore(home);
  const place = (name: string): string => join(home, name);
  return {
    place,
    read: (name) => readSmall(place(name)),
    write: (name, text) => store.write(name, text),
    replace: (name, text) => replaceSmall(place(name), text),
    create(name, text) {
      return createWhole(place(name), text);
    },
    move(from, to) {
      try {
        makeFolder(dirname(place(to)));
        renameSync(place(from), place(to));
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
        if (size > limitBytes / 2) renameSync(path, `${path}.1`);
        appendLines(path, lines);
        return true;
      } catch {
        return false;
      }
    },
    makeFolder,
    locked: (name, work) => withLock(place(name), lockMs, work),
  };
}

/** Makes a file with all its text at once; false when it is there. Throws a Fault when the disk refuses. */
function createWhole(path: string, text: string): boolean {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(path));
    writeFileSync(temporary, text, { mode: 0o600 });
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || statSync(path, { throwIfNoEntry: false })) return false;
    // Disks without hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') {
      throw systemFault('unwritable', 'made', path, error);
    }
    renameSync(temporary, path);
    return true;
  } finally {
    removeSmall(temporary);
  }
}
