import { join } from 'node:path';
import type { EntryBody, JournalEntry } from '../core/recovery/entry.ts';
import { redacted } from '../core/trust/redacted-json.ts';
import { appendLines } from '../platform/append-line.ts';
import { readSmall } from '../platform/small-files.ts';

/** What a reading of a journal found. */
export interface JournalReading {
  entries: JournalEntry[];
  /** Lines that are torn, of a newer version or of no known form. */
  skipped: number;
}

/** How a line begins. Inside the text of an entry its quotes are escaped. */
const entryStart = '{"v":1,"kind":"';
const snapshotStart = '{"v":1,"kind":"snapshot",';

/** The path of a session's journal. */
export function journalPath(folder: string): string {
  return join(folder, 'journal.ndjson');
}

/** Reads a journal whole, as `parseLines` does. A missing journal is an empty one. */
export function readJournal(folder: string): JournalReading {
  return parseLines(readSmall(journalPath(folder)) ?? '');
}

/**
 * The entries of lines of a journal. Of the snapshots only the newest of each agent is parsed; of older ones it is told
 * when they were written and which facts they hold, without the facts.
 * An entry that stands behind a torn one on the same line, since its writer was killed just then, is taken.
 * Lines that are not understood are counted, never an error.
 */
export function parseLines(text: string): JournalReading {
  const lines = text.split('\n');
  const newest = newestSnapshots(lines);
  const entries: JournalEntry[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (line === '') return;
    const older = line.startsWith(snapshotStart) && !newest.has(index);
    const entry = older ? olderSnapshot(line) : parseEntry(line);
    if (entry) entries.push(entry);
    else {
      skipped += 1;
      const behind = parseEntry(line.slice(Math.max(1, line.lastIndexOf(entryStart))));
      if (behind) entries.push(behind);
    }
  });
  return { entries, skipped };
}

/** An older snapshot by the beginning of its line. */
function olderSnapshot(line: string): JournalEntry | undefined {
  const found = /^"(?:agent":"([^"]*)",")?at":"([^"]*)","hash":"([^"]*)"/.exec(
    line.slice(snapshotStart.length, snapshotStart.length + 400),
  );
  if (found === null) return undefined;
  const [, agent, at = '', hash = ''] = found;
  const entry = { v: 1, kind: 'snapshot', at, hash, cursor: {}, state: undefined } as const;
  return agent === undefined ? entry : { ...entry, agent };
}

/** Indexes of the last whole snapshot line of each agent; a torn last one leaves the one before it. */
function newestSnapshots(lines: string[]): Set<number> {
  const found = new Map<string, number>();
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!;
    if (!line.startsWith(snapshotStart) || !line.endsWith('}')) continue;
    const agent = /^"agent":"([^"]*)"/.exec(line.slice(snapshotStart.length))?.[1] ?? '';
    if (!found.has(agent)) found.set(agent, index);
  }
  return new Set(found.values());
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const entry = value as Partial<JournalEntry>;
    return entry.v === 1 && typeof entry.kind === 'string' && typeof entry.at === 'string'
      ? (entry as JournalEntry)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Adds the envelope to an entry. `extra` are a person's own redaction patterns. */
export function sealEntry(
  body: EntryBody,
  at: string,
  agent: string | undefined,
  extra: readonly RegExp[] = [],
): JournalEntry {
  const { kind, ...rest } = redacted(body, extra) as EntryBody;
  return { v: 1, kind, ...(agent ? { agent } : {}), at, ...rest } as JournalEntry;
}

/** Appends entries, in order, each as one line. Throws when the disk refuses. */
export function appendJournal(folder: string, entries: readonly JournalEntry[]): void {
  appendLines(
    journalPath(folder),
    entries.map((entry) => JSON.stringify(entry)),
  );
}
