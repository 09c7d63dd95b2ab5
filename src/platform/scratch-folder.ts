import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { namesIn, sizeAndTime } from './small-files.ts';
import { replaceWhole } from './whole-file.ts';

/** A folder below `parent` that is removed again when the work is done, with a way to put files into it. */
export async function withScratchFolder<T>(
  parent: string,
  work: (folder: string, put: (name: string, text: string) => string) => Promise<T>,
): Promise<T> {
  makeFolder(parent);
  const folder = mkdtempSync(join(parent, `scratch-${process.pid}-`));
  const put = (name: string, text: string): string => {
    const path = join(folder, name);
    replaceWhole(path, text, { mode: 0o600, flushed: false });
    return path;
  };
  try {
    return await work(folder, put);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A scratch folder of that age is nobody's any more, whatever its process is called now. */
const longestMs = 3_600_000;

/** Removes the scratch folders below `parent` whose processes were killed before they could. Never throws. */
export function dropDeadScratch(parent: string): void {
  for (const name of namesIn(parent)) {
    const pid = /^scratch-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined && !/^scratch-\w+$/.test(name)) continue;
    const path = join(parent, name);
    const age = Date.now() - (sizeAndTime(path)?.modifiedMs ?? 0);
    if (age < longestMs && pid !== undefined && isAlive(Number(pid))) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Not ours to remove: it is in nobody's way.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
