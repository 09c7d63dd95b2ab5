import { join } from 'node:path';
import type { NewEntry, SessionStore } from '../app/ports.ts';
import { redact } from '../core/trust/redact.ts';
import { claimOnce } from '../platform/claim.ts';
import { withLockOrWithout } from '../platform/lock.ts';
import { readSmall, replaceSmall, sizeAndTime } from '../platform/small-files.ts';
import { readFinished, writeFinished } from './finished-file.ts';
import { readFold, readFoldHead, writeFold } from './fold-file.ts';
import { appendJournal, journalPath, sealEntry } from './journal.ts';
import { folderName, sessionFolder } from './session-folder.ts';
import { readSession, type SessionReading } from './session-reading.ts';
import { dropStaleWatches, setQuiet, setWatch, watchReasonsOf } from './watch.ts';

export interface StoreOptions {
  stateFolder: string;
  host: string;
  sessionId: string;
  now(): Date;
  /** A person's own redaction patterns. */
  redact?: readonly RegExp[];
}

const lockWaitMs = 250;

/** The session's state on disk. Nothing is created before the first writing. */
export function openSessionStore(options: StoreOptions): SessionStore {
  const folder = sessionFolder(options.stateFolder, options.host, options.sessionId);
  const extra = options.redact ?? [];
  const fileFor = (agent: string | undefined, stem: string, end: string): string =>
    join(folder, agent === undefined ? `${stem}${end}` : `${stem}-${folderName(agent)}${end}`);

  let last: (SessionReading & { size?: number; time?: number }) | undefined;

  return {
    folder,
    load() {
      // An event looks twice: before it reads and under the lock. Mostly nothing was written between.
      const now = sizeAndTime(journalPath(folder));
      if (last === undefined || last.size !== now?.size || last.time !== now?.modifiedMs) {
        last = { ...readSession(folder), size: now?.size, time: now?.modifiedMs };
      }
      return { state: last.state(), skipped: last.skipped };
    },
    length: () => sizeAndTime(journalPath(folder))?.size ?? 0,
    append(entries: readonly NewEntry[]) {
      const at = options.now().toISOString();
      try {
        appendJournal(
          folder,
          entries.map((entry) => sealEntry(entry.body, at, entry.agent, extra)),
        );
        return true;
      } catch {
        return false;
      }
    },
    locked: (work) => withLockOrWithout(join(folder, 'lock'), lockWaitMs, work),
    claim: (name, overDead) => claimOnce(join(folder, 'claims', folderName(name)), overDead),
    readFold: (agent) => readFold(fileFor(agent, 'fold', '.json')),
    readFoldHead: (agent) => readFoldHead(fileFor(agent, 'fold', '.json')),
    readOtherFold(sessionId) {
      const other = sessionFolder(options.stateFolder, options.host, sessionId);
      return readFold(join(other, 'fold.json'))?.state;
    },
    loadOther(sessionId) {
      return readSession(sessionFolder(options.stateFolder, options.host, sessionId)).state();
    },
    writeFold(agent, cache) {
      writeFold(fileFor(agent, 'fold', '.json'), cache, extra);
    },
    readFinished: (agent) => readFinished(fileFor(agent, 'finished', '.json')),
    writeFinished(agent, mark) {
      writeFinished(fileFor(agent, 'finished', '.json'), mark, extra);
    },
    readGuard: () => readSmall(join(folder, 'guard.json')),
    writeGuard(text) {
      replaceSmall(join(folder, 'guard.json'), text);
    },
    rulesPath: (agent) => fileFor(agent, 'rules', '.md'),
    writeRules(agent, text) {
      const path = fileFor(agent, 'rules', '.md');
      return replaceSmall(path, redact(text, extra)) ? path : undefined;
    },
    watchedFor: () => watchReasonsOf(options.stateFolder, options.sessionId),
    watch(reasons) {
      setWatch(options.stateFolder, options.sessionId, reasons);
    },
    quiet: (what) => setQuiet(options.stateFolder, options.sessionId, what),
    dropStaleWatches(ageMs) {
      dropStaleWatches(options.stateFolder, options.now().getTime(), ageMs);
    },
  };
}
