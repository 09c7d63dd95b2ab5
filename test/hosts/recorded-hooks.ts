import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a client that runs plugins handed to one of them, recorded by `harness/record-plugins.ts`. */
export interface RecordedHook {
  hook: string;
  session?: string;
  file?: string;
  cwd?: string;
  input?: Record<string, unknown>;
  output?: Record<string, unknown>;
  event?: Record<string, unknown>;
}

export function recordedHooks(host: string, version: string): RecordedHook[] {
  const path = join(import.meta.dirname, '..', 'fixtures', host, `hooks-${version}.jsonl`);
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedHook);
}
