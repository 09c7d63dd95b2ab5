import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readClaudeCode } from './claude-code.ts';
import type { BenchSession } from './session.ts';
import { boundariesOf } from './session.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Where the sample records lie: `HOLDFAST_SHARED`, else beside the repository. */
export function samplesFolder(): string {
  return join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
}

/** Records made by hand or cut down to show a shape: there is no real work in them to be lost. */
const shapes = /jazzyalex|kvsankar|daaain|specstoryai/;

/** Sessions of Claude Code with a real boundary and a readable summary, by name. */
export function claudeSessions(folder = samplesFolder()): BenchSession[] {
  const place = join(folder, 'claude');
  if (!existsSync(place))
    throw new Error(
      `No sample records in ${place}. Set HOLDFAST_SHARED to the folder that holds transcripts/.`,
    );
  return readdirSync(place)
    .filter(
      (name) => name.endsWith('.jsonl') && !shapes.test(name) && !name.includes('_subagents_'),
    )
    .sort()
    .map((name) => readClaudeCode(join(place, name), `claude/${name}`))
    .filter((session) => boundariesOf(session).some((boundary) => boundary.summary !== undefined));
}
