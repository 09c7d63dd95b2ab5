import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readOpencode } from './opencode.ts';
import { readPi } from './pi.ts';
import type { BenchSession, HostName } from './session.ts';
import { boundariesOf } from './session.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Where the sample records lie: `HOLDFAST_SHARED`, else beside the repository. */
export function samplesFolder(): string {
  return join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
}

/** Records made by hand or cut down to show a shape: there is no real work in them to be lost. */
const shapes = /jazzyalex|kvsankar|daaain|specstoryai/;

const readers: Readonly<
  Record<HostName, { folder: string; read: (path: string, name: string) => BenchSession }>
> = {
  'claude-code': { folder: 'claude', read: readClaudeCode },
  codex: { folder: 'codex', read: readCodex },
  opencode: { folder: 'opencode', read: readOpencode },
  pi: { folder: 'pi', read: readPi },
};

/** Every real session of a host in the sample, by name; sessions of subagents are no sessions of their own. */
export function sessionsOf(host: HostName, folder = samplesFolder()): BenchSession[] {
  const { folder: name, read } = readers[host];
  const place = join(folder, name);
  if (!existsSync(place)) {
    throw new Error(
      `There are no sample records in ${place}. Set HOLDFAST_SHARED to the folder that holds transcripts/.`,
    );
  }
  return readdirSync(place)
    .filter((file) => /\.jsonl?$/.test(file) && !shapes.test(file) && !file.includes('_subagents_'))
    .sort()
    .map((file) => read(join(place, file), `${name}/${file}`));
}

/** Those with a real boundary behind which something of the replaced conversation can be read. */
export function withBoundaries(sessions: readonly BenchSession[]): BenchSession[] {
  return sessions.filter((session) =>
    boundariesOf(session).some((boundary) => boundary.summary !== undefined),
  );
}

/** Sessions of Claude Code with a real boundary and a readable summary, by name. */
export function claudeSessions(folder = samplesFolder()): BenchSession[] {
  return withBoundaries(sessionsOf('claude-code', folder));
}
