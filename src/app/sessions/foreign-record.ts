import type { Host } from '../../hosts/host.ts';
import { type RecordFiles, readRecord } from '../read-record.ts';

/** A record that a person named, recognised. */
export interface ForeignRecord {
  host: Host;
  /** The folder in which the session last worked, as the record names it. */
  cwd?: string;
}

/** The host that makes the most of a file, and the session's folder; undefined when none of them knows a row of it. */
export function recogniseRecord(
  records: RecordFiles,
  hosts: readonly Host[],
  path: string,
): ForeignRecord | undefined {
  let best: { record: ForeignRecord; items: number } | undefined;
  for (const host of hosts) {
    const record: ForeignRecord = { host };
    let items = 0;
    readRecord(records, path, host.reader(), undefined, (item) => {
      items += 1;
      if (item.type === 'place' && item.cwd) record.cwd = item.cwd;
    });
    if (items > (best?.items ?? 0)) best = { record, items };
  }
  return best?.record;
}
