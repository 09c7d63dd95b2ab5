import * as v from 'valibot';
import type { Disk } from './disk.ts';

const edit = v.object({ offset: v.number(), remove: v.string(), insert: v.string() });

const step = v.object({
  before: v.string(),
  after: v.string(),
  passes: v.array(v.array(edit)),
});

const installRecord = v.object({
  host: v.string(),
  scope: v.picklist(['user', 'project']),
  /** What was put into the file; absent: hooks. */
  part: v.optional(v.picklist(['hooks', 'server', 'both'])),
  file: v.string(),
  /** Version of Holdfast that last changed the file. */
  version: v.string(),
  time: v.string(),
  /** True when the file did not exist before. */
  createdFile: v.boolean(),
  /** The topmost folder that was made for it. */
  createdFolder: v.optional(v.string()),
  /** What the host may make beside the file, as far as it was not there before. */
  absent: v.optional(v.array(v.string())),
  /** Containers that did not exist before; see `Change.created`. */
  created: v.array(v.string()),
  /** What was done to the file, oldest first: digests before and after, and the edits between. */
  steps: v.array(step),
  /** What the host itself wrote down for us: whose hooks it trusts, by what it summarises. */
  trust: v.optional(
    v.object({
      file: v.string(),
      createdFile: v.boolean(),
      keys: v.array(v.string()),
      steps: v.array(step),
    }),
  ),
});

const recordFile = v.object({ version: v.literal(1), installs: v.array(installRecord) });

/** What init did to one settings file, so that uninstall can do the inverse. It holds no foreign text. */
export type InstallRecord = v.InferOutput<typeof installRecord>;

/** The records of this machine. A missing or damaged file counts as none: uninstall then works by structure. */
export function readRecords(disk: Disk, path: string): InstallRecord[] {
  const text = disk.readText(path);
  if (text === undefined) return [];
  try {
    const parsed = v.safeParse(recordFile, JSON.parse(text));
    return parsed.success ? parsed.output.installs : [];
  } catch {
    return [];
  }
}

/** Writes the records; with none left the file goes. */
export function writeRecords(disk: Disk, path: string, installs: InstallRecord[]): void {
  if (installs.length === 0) disk.remove(path);
  else disk.write(path, `${JSON.stringify({ version: 1, installs }, null, 2)}\n`, 0o600);
}

export function findRecord(
  records: InstallRecord[],
  host: string,
  file: string,
): InstallRecord | undefined {
  return records.find((record) => record.host === host && record.file === file);
}
