import { join } from 'node:path';
import type { SessionIndex, StoredSession } from '../app/sessions/session-index.ts';
import { namesIn, sizeAndTime } from '../platform/small-files.ts';
import { evidencePath } from './evidence-file.ts';
import { readFold } from './fold-file.ts';
import { journalPath } from './journal.ts';
import { readSession } from './session-reading.ts';

/** The sessions under a state folder. Folders that are no session are passed over. */
export function openSessionIndex(stateFolder: string): SessionIndex {
  const root = join(stateFolder, 'sessions');
  const at = (host: string, id: string): StoredSession | undefined => {
    const folder = join(root, host, id);
    // A session of which only tool calls were heard has a ledger alone.
    const file = sizeAndTime(journalPath(folder)) ?? sizeAndTime(evidencePath(folder));
    return file && { host, id, folder, modifiedMs: file.modifiedMs };
  };
  function* each(): Generator<StoredSession> {
    for (const host of namesIn(root)) {
      for (const id of namesIn(join(root, host))) {
        const found = at(host, id);
        if (found !== undefined) yield found;
      }
    }
  }
  return {
    at,
    each,
    list: () =>
      [...each()].sort((a, b) => b.modifiedMs - a.modifiedMs || (a.folder < b.folder ? -1 : 1)),
    read(session) {
      const { state, skipped } = readSession(session.folder);
      return {
        state: state(),
        skipped,
        fold: readFold(join(session.folder, 'fold.json'))?.state,
      };
    },
  };
}
