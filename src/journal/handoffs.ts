import { join } from 'node:path';
import type { HandoffStore } from '../app/handoff/ports.ts';
import { Fault } from '../core/errors.ts';
import { isHandoffId } from '../core/handoff/mark.ts';
import { endIn, endText, readHandoff } from '../core/handoff/record.ts';
import { firstText, readSmall, replaceSmall } from '../platform/small-files.ts';

/** Handoffs in the folder `handoffs` of the state folder, each in a folder of its own by its id. */
export function openHandoffs(stateFolder: string): HandoffStore {
  const place = (id: string, name: string): string | undefined =>
    isHandoffId(id) ? join(stateFolder, 'handoffs', id, name) : undefined;
  const read = (id: string, name: string): string | undefined => {
    const path = place(id, name);
    return path === undefined ? undefined : readSmall(path);
  };
  return {
    read: (id) => readHandoff(read(id, 'handoff.json')),
    text: (id) => read(id, 'text.md'),
    takenBy: (id) => endIn(read(id, 'taken')),
    take(id, by) {
      const path = place(id, 'taken');
      return path === undefined ? undefined : endIn(firstText(path, endText(by)));
    },
    write(record, text) {
      const parts = { 'text.md': text, 'handoff.json': `${JSON.stringify(record)}\n` };
      for (const [name, content] of Object.entries(parts)) {
        const path = place(record.id, name);
        if (path !== undefined && replaceSmall(path, content)) continue;
        throw new Fault('unwritable', `The handoff cannot be written to ${stateFolder}/handoffs.`, {
          hint: 'Make the folder writable, or free space on its disk.',
        });
      }
    },
  };
}
