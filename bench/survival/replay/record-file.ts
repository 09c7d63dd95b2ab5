import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { record, rowsOf, text } from '../cases/rows.ts';
import type { BenchSession } from '../cases/session.ts';
import type { Place } from './place.ts';

/** The record that a hook is pointed to: it grows with the session, as the host's own does. */
export interface RecordFile {
  path: string;
  sessionId: string;
  /** Makes the record hold every line before `line`, and behind them what was injected since it last grew. */
  growTo(line: number): void;
  /** Notes what the host writes when a hook's text went before the model; like the host's, the row comes late. */
  injected(event: string, context: string): void;
}

export function makeRecordFile(session: BenchSession, place: Place): RecordFile {
  const sessionId = sessionIdOf(session);
  const slug = session.cwd.replace(/[^A-Za-z0-9]/g, '-');
  const path = join(place.home, '.claude', 'projects', slug, `${sessionId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  let written = 0;
  let pending: object[] = [];
  return {
    path,
    sessionId,
    growTo(line) {
      const fresh = session.lines.slice(written, line);
      if (fresh.length > 0) appendFileSync(path, `${place.toPlace(fresh.join('\n'))}\n`);
      written = Math.max(written, line);
      for (const row of pending) appendFileSync(path, `${JSON.stringify(row)}\n`);
      pending = [];
    },
    injected(event, context) {
      pending.push({
        type: 'attachment',
        attachment: {
          type: 'hook_additional_context',
          content: [context],
          hookName: event,
          hookEvent: event,
        },
        uuid: `injected-${written}-${pending.length}`,
        sessionId,
        cwd: place.project,
      });
    },
  };
}

function sessionIdOf(session: BenchSession): string {
  for (const line of session.lines) {
    const id = rowsOf(line)
      .map((row) => text(record(row).sessionId))
      .find((found) => found !== '');
    if (id) return id;
  }
  return '00000000-0000-4000-8000-000000000000';
}
