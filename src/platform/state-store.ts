import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StateStore } from '../app/task/store.ts';
import { Fault } from '../core/errors.ts';

/** The store in a folder on disk: folders 0700, files 0600, each text replaced by one rename. */
export function stateStore(folder: string): StateStore {
  return {
    read(name) {
      try {
        return readFileSync(placeOf(folder, name), 'utf8').replace(/^\uFEFF/, '');
      } catch {
        return undefined;
      }
    },
    write(name, text) {
      const place = placeOf(folder, name);
      const next = `${place}.${randomBytes(6).toString('hex')}.next`;
      try {
        mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
        writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
        chmodSync(next, 0o600);
        renameSync(next, place);
      } catch (cause) {
        rmSync(next, { force: true });
        throw new Fault('unwritable', `${place} cannot be written.`, {
          hint: 'Check the space and the rights of the state folder.',
          cause,
        });
      }
    },
    remove(name) {
      try {
        rmSync(placeOf(folder, name), { force: true });
      } catch {
        // A record that cannot be removed is harmless: it names its project and its session.
      }
    },
  };
}

function placeOf(folder: string, name: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(name)) {
    throw new Fault('usage', `${JSON.stringify(name)} is no name of a state file.`);
  }
  return join(folder, name);
}
