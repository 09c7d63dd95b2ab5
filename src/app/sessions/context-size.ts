import type { HostEvent } from '../../core/event.ts';
import type { Host } from '../../hosts/host.ts';
import type { RecordFiles } from '../read-record.ts';

/** Bytes at the end of a record in which the last report of the context's size is looked for. */
const tailBytes = 256 * 1024;

/** The size of a session's context as its host last told, in tokens; undefined when the record's end does not tell. */
export function contextSize(records: RecordFiles, host: Host, path: string): number | undefined {
  return lastUsage(records, host, path).tokens;
}

/** How full the context is by the end of an event's record, on hosts whose record tells how much it takes. */
export function recordFullness(
  records: RecordFiles,
  host: Host,
  { transcriptPath }: HostEvent,
  nowMs: number,
): { percent: number; atMs: number } | undefined {
  if (transcriptPath === undefined) return undefined;
  const { tokens, window } = lastUsage(records, host, transcriptPath);
  if (tokens === undefined || window === undefined || window <= 0) return undefined;
  return { percent: Math.floor((100 * tokens) / window), atMs: nowMs };
}

function lastUsage(
  records: RecordFiles,
  host: Host,
  path: string,
): { tokens?: number; window?: number } {
  const file = records.open(path);
  const told: { tokens?: number; window?: number } = {};
  if (file === undefined) return told;
  try {
    const from = Math.max(0, file.size - tailBytes);
    const reader = host.reader();
    let first = from > 0;
    file.lines(from, (bytes, offset) => {
      const cut = first;
      first = false;
      if (cut) return;
      reader.line(
        bytes,
        { offset, line: 0 },
        {
          item(item) {
            if (item.type === 'usage') {
              told.tokens = item.contextTokens;
              if (item.windowTokens !== undefined) told.window = item.windowTokens;
            }
            if (item.type === 'boundary') told.tokens = item.tokensAfter;
          },
          unknown() {},
          damaged() {},
        },
      );
    });
  } finally {
    file.close();
  }
  return told;
}
