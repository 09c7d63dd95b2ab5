import { join } from 'node:path';
import { Fault } from '../core/errors.ts';
import type { Generations } from '../core/lock.ts';
import { makeFolder } from './make-folder.ts';
import { namesIn, readSmall, removeSmall } from './small-files.ts';
import { systemFault } from './system-fault.ts';
import { createWhole } from './whole-file.ts';

/**
 * A text that processes replace one after the other: each generation is a file of its own number, and a number is
 * given once. Whoever has read generation n alone can make n + 1, if nobody did so before; the highest counts. So a
 * decision that rests on what was read is either the next one or none.
 */
export function generationsIn(folder: string): Generations {
  return {
    read() {
      // Older ones are taken away while somebody reads: then there is a newer one.
      for (let tries = 0; tries < 100; tries += 1) {
        const generation = highest(folder);
        if (generation === 0) return { generation };
        const text = readSmall(join(folder, String(generation)));
        if (text !== undefined) return { generation, text };
      }
      throw new Fault('unreadable', `${folder} cannot be read: its files keep disappearing.`, {
        hint: 'Check its permissions, then run this again.',
      });
    },
    replace(after, text) {
      const own = join(folder, String(after + 1));
      if (!make(folder, own, text)) return false;
      // A number that was given and taken away again is given anew to one who read long ago.
      if (highest(folder) > after + 1) {
        removeSmall(own);
        return false;
      }
      for (const name of numbers(folder)) {
        if (name <= after) removeSmall(join(folder, String(name)));
      }
      return true;
    },
    drop: (generation) => removeSmall(join(folder, String(generation))),
  };
}

/** False when the number is given already. Throws a Fault when the disk refuses. */
function make(folder: string, path: string, text: string): boolean {
  try {
    makeFolder(folder);
    return createWhole(path, text, { mode: 0o600, flushed: false });
  } catch (error) {
    throw systemFault('unwritable', 'written', path, error);
  }
}

function highest(folder: string): number {
  return numbers(folder).reduce((most, each) => Math.max(most, each), 0);
}

function numbers(folder: string): number[] {
  return namesIn(folder).flatMap((name) => (/^[1-9]\d{0,14}$/.test(name) ? [Number(name)] : []));
}
