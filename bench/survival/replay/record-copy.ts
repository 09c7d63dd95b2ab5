import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import type { Place } from './place.ts';

/** A record in a place, that grows with its session. */
export interface RecordCopy {
  path: string;
  /** Makes the record hold every line before `line`. */
  growTo(line: number): void;
}

/** `name`: where in the home the host keeps the record. */
export function copyRecord(session: BenchSession, place: Place, name: string): RecordCopy {
  const path = join(place.home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  let written = 0;
  return {
    path,
    growTo(line) {
      const fresh = session.lines.slice(written, line);
      if (fresh.length > 0) appendFileSync(path, `${place.toPlace(fresh.join('\n'))}\n`);
      written = Math.max(written, line);
    },
  };
}
