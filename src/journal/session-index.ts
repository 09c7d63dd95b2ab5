import { join } from 'node:path';
import type { SessionIndex, StoredSession } from '../app/sessions/session-index.ts';
import { foldEntries } from '../core/recovery/session-state.ts';
import { namesIn, sizeAndTime } from '../platform/small-files.ts';
import { readFold } from './fold-file.ts';
import { journalPath, readJournal } from './journal.ts';

/** The sessions under a state folder. Folders that are no session are passed over. */
export function openSessionIndex(stateFolder: string): SessionIndex {
  const root = join(stateFolder, 'sessions');
  return {
    list() {
      const found: StoredSession[] = [];
      for (const host of namesIn(root)) {
        for (const id of namesIn(join(root, host))) {
          const folder = join(root, host, id);
          const modifiedMs = sizeAndTime(journalPath(folder))?.modifiedMs;
          if (modifiedMs !== undefined) found.push({ host, id, folder, modifiedMs });
        }
      }
      return found.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.folder < b.folder ? -1 : 1));
    },
    read(session) {
      const { entries, skipped } = readJournal(session.folder);
      return {
        state: foldEntries(entries),
        skipped,
        fold: readFold(join(session.folder, 'fold.json'))?.state,
      };
    },
  };
}
