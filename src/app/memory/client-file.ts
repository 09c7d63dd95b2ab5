import { asSectionBody, withOwnSection } from '../../core/memory/own-section.ts';

/** What a file looked like when it was read: a later writer must find it so still. */
export interface ReadClientFile {
  /** A byte a sign, so that what is no UTF-8 stays as it is. */
  bytes: string;
  modifiedMs: number;
  size: number;
}

/** A file of the client's own, and what of it is asked of the machine. */
export interface ClientFiles {
  read(path: string): ReadClientFile | undefined;
  /** Replaces it whole, where it still is what was read; false where it is not, or the disk refuses. */
  replace(path: string, bytes: string, before: ReadClientFile): boolean;
  /** When a file or folder last changed, in milliseconds since 1970; undefined where it is absent. */
  modifiedMs(path: string): number | undefined;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** The client's own memory of a session. */
export interface ClientMemory {
  /** Where it may lie; only one that is there is written to. */
  files: readonly string[];
  /** What stands beside it while the client's own update runs, as the end of its name. */
  lock: string;
}

/** How long the client's own update is waited for at most. */
export const longestWaitMs = 15_000;
/** A lock of that age was left by an update that died. */
const deadAfterMs = 60_000;
/** A file that was written to so short a time ago is still being worked on. */
const restsAfterMs = 1_000;
const lookEveryMs = 200;

/**
 * Writes the memory as our section into the client's own file, everything else of which stays byte for byte; never
 * while the client's own update runs. `waitMs`: how long that is waited for, 15 seconds at most. Returns the files that
 * were written.
 */
export async function writeIntoClientFile(
  machine: ClientFiles,
  { files, lock }: ClientMemory,
  memory: string,
  waitMs: number,
): Promise<string[]> {
  const written: string[] = [];
  for (const path of files) {
    if (machine.modifiedMs(path) === undefined) continue;
    if (await writeOne(machine, path, `${path}${lock}`, memory, waitMs)) written.push(path);
  }
  return written;
}

async function writeOne(
  machine: ClientFiles,
  path: string,
  lock: string,
  memory: string,
  waitMs: number,
): Promise<boolean> {
  const body = Buffer.from(asSectionBody(memory), 'utf8').toString('latin1');
  const end = machine.nowMs() + Math.min(waitMs, longestWaitMs);
  for (;;) {
    if (!isUpdating(machine, path, lock)) {
      const before = machine.read(path);
      if (before === undefined) return false;
      const bytes = withOwnSection(before.bytes, body);
      if (bytes === before.bytes) return false;
      // Where the client wrote in between, it is looked at anew.
      if (!isUpdating(machine, path, lock) && machine.replace(path, bytes, before)) return true;
    }
    if (machine.nowMs() >= end) return false;
    await machine.sleep(lookEveryMs);
  }
}

function isUpdating(machine: ClientFiles, path: string, lock: string): boolean {
  const now = machine.nowMs();
  const locked = machine.modifiedMs(lock);
  if (locked !== undefined && Math.abs(now - locked) < deadAfterMs) return true;
  const changed = machine.modifiedMs(path);
  return changed !== undefined && Math.abs(now - changed) < restsAfterMs;
}
