import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StateStore } from '../app/task/store.ts';
import { Fault } from '../core/errors.ts';
import { atomicWrite } from './atomic-write.ts';
import { makeFolder } from './make-folder.ts';
import { readSmall } from './small-files.ts';
import { systemFault } from './system-fault.ts';

/** The store in a folder on disk: folders 0700, files 0600, each text replaced whole or not at all. `flushed`: see atomicWrite. */
export function stateStore(folder: string, { flushed = true } = {}): StateStore {
  return {
    read(name) {
      try {
        return readSmall(placeOf(folder, name))?.replace(/^\uFEFF/, '');
      } catch {
        return undefined;
      }
    },
    write(name, text) {
      const place = placeOf(folder, name);
      try {
        makeFolder(dirname(place));
      } catch (error) {
        throw systemFault('unwritable', 'made', dirname(place), error);
      }
      atomicWrite(place, text, 0o600, flushed);
    },
    remove(name) {
      const place = placeOf(folder, name);
      try {
        rmSync(place, { force: true });
      } catch (error) {
        throw systemFault('unwritable', 'removed', place, error);
      }
    },
  };
}

function placeOf(folder: string, name: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(name)) {
    throw new Fault('usage', `${JSON.stringify(name)} is not the name of a state file.`);
  }
  return join(folder, name);
}
