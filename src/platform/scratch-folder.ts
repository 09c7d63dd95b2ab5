import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder below `parent` that is removed again when the work is done, with a way to put files into it. */
export async function withScratchFolder<T>(
  parent: string,
  work: (folder: string, put: (name: string, text: string) => string) => Promise<T>,
): Promise<T> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'scratch-'));
  const put = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  try {
    return await work(folder, put);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
