import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { makePlace } from '../replay/place.ts';
import { makeWorkTree } from '../replay/work-tree.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** The brief for each boundary of a record, or why there is none. */
export type BriefFromRecord = { text: string } | { notRun: string };

/**
 * Hosts for which the product has no hooks yet: `holdfast brief --transcript` on the record as it lay at the boundary. What it
 * says when it knows the host not is the reason that the row prints.
 */
export function briefsFromRecord(session: BenchSession): BriefFromRecord[] {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    const record = join(place.root, 'record.jsonl');
    return boundariesOf(session).map((boundary) => {
      tree.advance(boundary.line);
      mkdirSync(place.home, { recursive: true });
      writeFileSync(record, `${place.toPlace(session.lines.slice(0, boundary.line).join('\n'))}\n`);
      const run = spawnSync(
        process.execPath,
        [program, 'brief', '--transcript', record, '--host', session.host],
        {
          cwd: place.project,
          env: {
            PATH: process.env.PATH,
            HOME: place.home,
            HOLDFAST_HOME: join(place.home, '.holdfast-state'),
            LANG: 'C.UTF-8',
          },
          encoding: 'utf8',
        },
      );
      if (run.status !== 0) return { notRun: (run.stderr.split('\n')[0] ?? '').trim() };
      return { text: place.toRecord(run.stdout) };
    });
  } finally {
    place.remove();
  }
}
