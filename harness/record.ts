import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Row = Record<string, unknown>;

/** Lines of JSON as objects; lines that are none are left out. */
export function readRows(path: string): Row[] {
  if (!existsSync(path)) return [];
  return parseRows(readFileSync(path, 'utf8'));
}

export function parseRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value as Row] : [];
    } catch {
      return [];
    }
  });
}

/** The client's own record of a session in a home folder, whichever project folder holds it. */
export function findTranscript(home: string, sessionId: string): string | undefined {
  const projects = join(home, '.claude', 'projects');
  if (!existsSync(projects)) return undefined;
  for (const folder of readdirSync(projects).sort()) {
    const path = join(projects, folder, `${sessionId}.jsonl`);
    if (existsSync(path)) return path;
  }
  return undefined;
}

/** Compaction boundaries in the rows of a record. */
export function boundariesOf(rows: Row[]): Row[] {
  return rows.filter((row) => row.type === 'system' && row.subtype === 'compact_boundary');
}
