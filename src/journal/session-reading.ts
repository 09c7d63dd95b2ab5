import type { JournalEntry } from '../core/recovery/entry.ts';
import type { SessionState } from '../core/recovery/session-state.ts';
import { applyEntry, foldEntries, newSessionState } from '../core/recovery/session-state.ts';
import { type OpenLines, openLines } from '../platform/line-blocks.ts';
import { sizeAndTime } from '../platform/small-files.ts';
import { readCheckpoint, stateOf, writeCheckpoint } from './checkpoint.ts';
import { journalPath, parseLines, readJournal } from './journal.ts';

/** A session's journal, read. */
export interface SessionReading {
  /** What it comes to; one of its own at each call, since decisions are tried out on it. */
  state(): SessionState;
  /** Lines that were not understood. */
  skipped: number;
}

/** Bytes that are folded anew at each reading at most; a longer journal gets a checkpoint. */
const shortBytes = 1024 * 1024;

/** Folds the journal of a session, a long one from its checkpoint on. A missing journal is an empty one. */
export function readSession(folder: string): SessionReading {
  const path = journalPath(folder);
  const journal = (sizeAndTime(path)?.size ?? 0) > shortBytes ? openLines(path) : undefined;
  if (journal === undefined) {
    const { entries, skipped } = readJournal(folder);
    return { state: () => foldEntries(entries), skipped };
  }
  try {
    return readLong(folder, journal);
  } finally {
    journal.close();
  }
}

function readLong(folder: string, journal: OpenLines): SessionReading {
  const kept = readCheckpoint(folder, journal);
  const from = kept?.offset ?? 0;
  let skipped = kept?.skipped ?? 0;
  if (kept && journal.size - from <= shortBytes) {
    const tail = parseLines(journal.text(from, journal.size - from));
    return {
      state: () => grown(stateOf(kept.state), tail.entries),
      skipped: skipped + tail.skipped,
    };
  }
  const state = kept ? stateOf(kept.state) : newSessionState();
  const end = journal.blocks(from, (text) => {
    const part = parseLines(text);
    grown(state, part.entries);
    skipped += part.skipped;
  });
  const made = { offset: end, skipped, state: JSON.stringify(state) };
  writeCheckpoint(folder, journal, made);
  // A last line without its end is being written, or was left torn.
  const rest = parseLines(journal.text(end, Math.max(0, journal.size - end)));
  return {
    state: () => grown(stateOf(made.state), rest.entries),
    skipped: skipped + rest.skipped,
  };
}

function grown(state: SessionState, entries: readonly JournalEntry[]): SessionState {
  for (const entry of entries) applyEntry(state, entry);
  return state;
}
