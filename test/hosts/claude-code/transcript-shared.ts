import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Where the shared sample records lie: `HOLDFAST_SHARED`, else beside the repository; undefined when they are not there. */
export function sharedSamples(): string | undefined {
  const folder = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
  return existsSync(folder) ? folder : undefined;
}

/** Files of a folder by their full paths, sorted. */
export function filesIn(folder: string, start = ''): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}
