import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoldCache, NewEntry, SessionStore } from '../app/ports.ts';
import { foldEntries } from '../core/recovery/session-state.ts';
import { redact, redactDeep } from '../core/trust/redact.ts';
import { withLock } from '../platform/lock-folder.ts';
import { appendJournal, readJournal, sealEntry } from './journal.ts';
import { folderName, sessionFolder } from './session-folder.ts';
import { setWatch } from './watch.ts';

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

  return {
    folder,
    load() {
      const { entries, skipped } = readJournal(folder);
      return { state: foldEntries(entries), skipped };
    },
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
    locked: (work) => withLock(join(folder, 'lock'), lockWaitMs, work),
    readFold: (agent) => readFold(fileFor(agent, 'fold', '.json')),
    writeFold(agent, cache) {
      tryWrite(folder, fileFor(agent, 'fold', '.json'), JSON.stringify(redactDeep(cache, extra)));
    },
    rulesPath: (agent) => fileFor(agent, 'rules', '.md'),
    writeRules(agent, text) {
      const path = fileFor(agent, 'rules', '.md');
      return tryWrite(folder, path, redact(text, extra)) ? path : undefined;
    },
    watch(reasons) {
      try {
        setWatch(options.stateFolder, options.sessionId, reasons);
      } catch {
        // Without the watch file tool events start nothing: the gate is open, and nobody is held up.
      }
    },
  };
}

function readFold(path: string): FoldCache | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const cache = value as Partial<FoldCache>;
    return typeof cache.cursor === 'object' && cache.cursor !== null && typeof cache.lastAnswer === 'number'
      ? (cache as FoldCache)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a file as a whole. False when the disk refuses. */
function tryWrite(folder: string, path: string, text: string): boolean {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
    return true;
  } catch {
    return false;
  }
}
